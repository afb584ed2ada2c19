"""What operators see of the line and of what was done."""
