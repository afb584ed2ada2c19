"""`holdfast link`: a fresh link that signs the page in once, while Holdfast runs."""

import json
from argparse import Namespace
from datetime import datetime
from typing import TypedDict

from services.terminal.calls import Calls
from services.terminal.kept_token import person_account
from services.terminal.output import print_text, tell_aside, tell_json


class CodeShown(TypedDict):
    """The answer of `POST /v1/session/code`."""

    code: str
    expires_at: str


def run(given: Namespace) -> int:
    """Prints the link, alone on its line; how long it is good stands beside it."""
    account = person_account()
    made: CodeShown = json.loads(Calls(account).post("/v1/session/code", {}))
    link = f"{account.url}/#code={made['code']}"
    if given.json:
        tell_json({"link": link, "expires_at": made["expires_at"]})
        return 0
    print_text(link)
    tell_aside(f"It opens the page once, until {datetime.fromisoformat(made['expires_at']).astimezone():%H:%M}.")
    return 0
