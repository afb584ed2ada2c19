"""Who may see what: categories, agents, and what each of them is granted."""
