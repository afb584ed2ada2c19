"""Memory's chores, a process of their own: the line's memory process has no way out to a model."""
