"""`python -m services.memory`."""

from services.memory.main import build
from services.memory.settings import MemorySettings
from shared.bus.service import run

if __name__ == "__main__":
    run(build, MemorySettings)
