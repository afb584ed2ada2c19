"""A time limit on each handling of a turn: what is left until its deadline, and always a little.

A turn that comes late is still worked on; whether it still counts is decided where it takes effect, under the
person's lock.
"""

import asyncio
from datetime import datetime

from shared.contracts.pipeline import ACK_WAIT


def time_limit(deadline: datetime, now: datetime) -> asyncio.Timeout:
    """The limit of one handling."""
    return asyncio.timeout(max((deadline - now).total_seconds(), ACK_WAIT))
