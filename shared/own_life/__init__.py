"""Somebody speaks of ending or harming a life, their own or another's: how that is heard."""
