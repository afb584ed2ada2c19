"""What the offline engine says, in files that a reviewer reads: `make accept` writes them anew."""
