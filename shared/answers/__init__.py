"""Answers to what the companion has asked: one closed grammar, its words in one file a language."""
