"""The responder: says it."""
