"""Which edition of the index this release writes and reads."""

EDITION = 1
"""Goes up with every change to what stands in the index: the terms, the stretches, the embedder. What is of an older
edition is found by its words until the indexing chore has entered it anew; its vector is not compared."""
SPACE = 1
"""Goes up with the embedder alone: the vectors of two embedders cannot be compared."""
