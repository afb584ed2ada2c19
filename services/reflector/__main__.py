"""`python -m services.reflector`."""

from services.reflector.main import build
from services.reflector.settings import ReflectorSettings
from shared.bus.service import run

if __name__ == "__main__":
    run(build, ReflectorSettings)
