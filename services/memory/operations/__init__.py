"""Operations: what makes effects happen once, and what leaves with a transaction."""
