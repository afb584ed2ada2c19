"""What the offline engine is taught from, and how: nothing of it is in the images or packages."""
