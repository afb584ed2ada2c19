"""The question that closes a reply, rendered from the offer and outside any model's prose: what is shown is bound."""
