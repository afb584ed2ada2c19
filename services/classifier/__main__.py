"""`python -m services.classifier`."""

from services.classifier.main import build
from services.classifier.settings import ClassifierSettings
from shared.bus.service import run

if __name__ == "__main__":
    run(build, ClassifierSettings)
