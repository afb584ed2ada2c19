"""`python -m services.gateway`."""

from services.gateway.main import build
from services.gateway.settings import GatewaySettings
from shared.bus.service import run

if __name__ == "__main__":
    run(build, GatewaySettings)
