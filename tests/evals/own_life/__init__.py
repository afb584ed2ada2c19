"""Lines in which somebody speaks of ending or harming a life, and lines that only sound alike."""
