"""The one turn that a person has in flight: what waits behind it, and how it ends."""
