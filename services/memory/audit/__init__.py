"""What proves that nothing was tampered with."""
