"""Reasoning: what was understood, with which memories, and what it cost."""
