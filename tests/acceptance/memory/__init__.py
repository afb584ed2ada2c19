"""Acceptance of memory with consent, through the doors."""
