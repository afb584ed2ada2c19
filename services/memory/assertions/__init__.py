"""What is known: the machine of its force, the book, and the tables behind it."""
