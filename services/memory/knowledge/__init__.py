"""Knowledge: the engagements that contain it."""
