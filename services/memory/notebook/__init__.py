"""The notebook: what it shows, and what the person does there by their own hand."""
