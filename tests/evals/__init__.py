"""How well the offline engine reads what it was not trained on: `make evals`."""
