"""`python -m services.responder`."""

from services.responder.main import build
from services.responder.settings import ResponderSettings
from shared.bus.service import run

if __name__ == "__main__":
    run(build, ResponderSettings)
