"""What tests need, shipped with the product: builders of integrations use it too."""
