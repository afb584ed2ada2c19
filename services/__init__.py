"""The services, one folder each; they never import each other."""
