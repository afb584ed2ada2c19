"""Erasing for good: what words look like elsewhere, how they go, and who looks whether they went."""
