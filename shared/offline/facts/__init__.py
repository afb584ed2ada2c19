"""From what people say of themselves to sentences as they would be kept: split, unframed, turned to "you"."""
