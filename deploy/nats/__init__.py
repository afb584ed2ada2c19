"""The broker: who may say and hear what, and its configuration."""
