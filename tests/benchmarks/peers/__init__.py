"""Other systems, each in an environment of its own; what is in here runs there, not in ours."""
