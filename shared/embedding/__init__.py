"""Turns a text into a vector: the same one for understanding and for finding, on this machine, without a download."""
