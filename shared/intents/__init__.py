"""What a person can want, one card each. `card.py` reads and checks them; the next intent is one file here."""
