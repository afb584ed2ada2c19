"""`python -m services.memory.workers`."""

from services.memory.workers.main import build
from services.memory.workers.settings import WorkerSettings
from shared.stage.service import run

if __name__ == "__main__":
    run(build, WorkerSettings)
