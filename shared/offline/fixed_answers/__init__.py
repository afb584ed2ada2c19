"""What people say to anybody, and fixed answers to it: greetings, comfort, the clock, sums, and what the companion is.

Data, not code: `en.toml`, `de.toml` and `es.toml` hold plain phrases beside two to eight answers each.
"""
