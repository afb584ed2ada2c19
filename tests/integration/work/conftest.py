"""Background work's fixtures."""

from tests.integration.line.scene import scene

__all__ = ["scene"]
