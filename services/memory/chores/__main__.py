"""`python -m services.memory.chores`."""

from services.memory.chores.main import build
from services.memory.chores.settings import WorkerSettings
from shared.bus.service import run

if __name__ == "__main__":
    run(build, WorkerSettings)
