"""People: who speaks, what they set, how they are recognised."""
