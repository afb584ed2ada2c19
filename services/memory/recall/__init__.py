"""Recall: what was told and said is found again, by its words and by its meaning."""
