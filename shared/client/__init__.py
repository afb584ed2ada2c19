"""The memory service over the broker, as gateways of every kind use it."""
