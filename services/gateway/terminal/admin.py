"""`holdfast admin person add`: makes a person."""

import json
from argparse import Namespace
from typing import TypedDict

from services.gateway.terminal.account import operator
from services.gateway.terminal.calls import Calls
from services.gateway.terminal.telling import tell


class AddedShown(TypedDict):
    """The answer of `POST /v1/people`."""

    person_id: str
    token: str


def run(given: Namespace) -> int:
    """Makes the person and prints their token, this once."""
    answer = Calls(operator()).post("/v1/people", {"companion_name": given.name} if given.name else {})
    if given.json:
        tell(answer)
        return 0
    added: AddedShown = json.loads(answer)
    tell(f"Person {added['person_id']}\nToken  {added['token']}\nThe token is shown this once; keep it safe.")
    return 0
