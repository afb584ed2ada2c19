"""What every part of the product knows of written language: one form for comparing, whose words they are, secrets."""
