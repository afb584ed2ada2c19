"""What the companion asks and tells beside any model's prose, in three languages."""
