"""How Holdfast is started: embedded on one machine, in containers, or in a cluster."""
