"""The line's fixtures."""

from tests.integration.line.scene import scene

__all__ = ["scene"]
