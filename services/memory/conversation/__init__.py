"""The conversation: lines, turns, messages, and the offers that wait for a word."""
