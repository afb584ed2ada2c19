"""The offline engine: no key, no download. It understands by rules and speaks in templates."""
