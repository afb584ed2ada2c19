"""What an embedded start tells its parts."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from deploy.embedded.home import Home
from deploy.embedded.servers import EmbeddedServers
from deploy.services import Doors, Parts


@pytest.mark.row("O6")
def test_memory_is_told_where_the_database_is_so_that_it_sees_a_full_disk(tmp_path: Path) -> None:
    address = SimpleNamespace(url=lambda user: f"an address for {user}")
    servers = cast("EmbeddedServers", SimpleNamespace(home=Home(tmp_path), broker=address, database=address))
    told = Parts(servers, Doors("127.0.0.1", 8080)).environment("memory")
    assert told["HOLDFAST_DATABASE_FOLDER"] == str(tmp_path / "database")
