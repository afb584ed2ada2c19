"""`python -m services.router`."""

from services.router.main import build
from services.router.settings import RouterSettings
from shared.bus.service import run

if __name__ == "__main__":
    run(build, RouterSettings)
