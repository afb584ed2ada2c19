"""Texts into what can be found: terms, passages, vectors."""
