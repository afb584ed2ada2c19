"""The form of thinking that needs no model: extractive, quoted and short."""
