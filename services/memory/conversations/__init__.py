"""Conversations: how each stands, how it ends, and what it leaves."""
