"""The terminal's door: the `holdfast` command."""
