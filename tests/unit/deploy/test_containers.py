"""What the containers are told agrees with the code that they run."""

import json
import re
import socket
import threading
from pathlib import Path

import pytest

from deploy.compose import passwords
from deploy.embedded.database import SETTINGS
from deploy.nats.users import USERS
from deploy.ready import is_ready
from deploy.services import MODULES
from services.gateway import shell
from services.gateway.doors import ops
from services.memory.access.access_file import SHIPPED
from services.memory.chores import watch_turns, watch_work
from shared.bus import metrics

DEPLOY = Path(passwords.__file__).parents[1]
COMPOSE = (DEPLOY / "compose.yaml").read_text()
DASHBOARD = (DEPLOY / "dashboards" / "holdfast.json").read_text()


def test_every_part_runs_in_a_container() -> None:
    for name, module in MODULES.items():
        assert f'\n  {name}:\n    <<: *service\n    command: ["{module}"]\n' in COMPOSE


def test_every_broker_user_has_a_password_that_must_be_given() -> None:
    for user in USERS:
        name = f"NATS_{user.name.upper()}_PASSWORD"
        assert f"{name}: ${{{name}:?" in COMPOSE
        assert f"nats://{user.name}:${{{name}}}@nats:4222" in COMPOSE


def test_no_secret_has_a_default() -> None:
    needed = set(re.findall(r"\$\{(\w+):\?", COMPOSE))
    assert needed == set(passwords.NAMES)
    assert not re.findall(r"\$\{\w*(?:PASSWORD|TOKEN)\w*:-", COMPOSE)


@pytest.mark.row("O4")
def test_the_database_in_a_container_logs_no_more_than_the_embedded_one() -> None:
    quiet = {name: value for name, value in SETTINGS.items() if name.startswith("log_") and name != "log_timezone"}
    for name, value in quiet.items():
        assert f"      - -c{name}={value}\n" in COMPOSE


@pytest.mark.row("M13")
def test_memory_is_given_the_file_of_categories_or_has_its_own() -> None:
    mounted = re.findall(r'"\$\{HOLDFAST_CATEGORIES:-(.+)\}:(.+):ro"', COMPOSE)
    ((default, place),) = mounted
    assert (DEPLOY / default).resolve() == SHIPPED.resolve()
    assert f"\n      HOLDFAST_CATEGORIES: {place}\n" in COMPOSE


@pytest.mark.row("O5")
def test_every_container_is_held_tight() -> None:
    assert (
        COMPOSE.count("read_only: true") == COMPOSE.count("cap_drop: [ALL]") == COMPOSE.count("no-new-privileges") == 3
    )
    assert re.findall(r"ports: (\[.*\])", COMPOSE) == ['["127.0.0.1:${HOLDFAST_PORT:-8080}:8080"]']


def test_passwords_that_are_there_stay_and_the_missing_ones_are_added() -> None:
    before = "HOLDFAST_PORT=9000\nHOLDFAST_OWNER_PASSWORD=mine\nNATS_MEMORY_PASSWORD=\n"
    after = passwords.complete_passwords(before)
    assert after.startswith(before)
    made = dict(line.split("=") for line in after.splitlines()[3:])
    assert set(made) == set(passwords.NAMES) - {"HOLDFAST_OWNER_PASSWORD"}
    assert all(re.fullmatch(r"s[0-9a-f]{48}", password) for password in made.values())
    assert len(set(made.values())) == len(made)
    assert passwords.complete_passwords(after) == after


def test_the_file_of_passwords_is_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(passwords, "FILE", tmp_path / ".env")
    passwords.main()
    assert (tmp_path / ".env").stat().st_mode & 0o777 == 0o600
    assert "HOLDFAST_ADMIN_TOKEN=s" in (tmp_path / ".env").read_text()
    assert "HOLDFAST_ADMIN_TOKEN=s" not in capsys.readouterr().out


@pytest.mark.parametrize("status", [200, 503])
def test_the_health_check_asks_the_service_beside_it(status: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                assert connection.recv(1024).startswith(b"GET /readyz ")
                connection.sendall(f"HTTP/1.1 {status} So\r\n\r\n".encode())

        serving = threading.Thread(target=serve)
        serving.start()
        assert is_ready(port) is (status == 200)
        serving.join()


@pytest.mark.row("O4")
def test_the_dashboard_shows_metrics_that_there_are() -> None:
    of_steps = (metrics.STEP_SECONDS, metrics.REDELIVERIES, metrics.DEAD_LETTERS)
    of_turns = (watch_turns.ACTIVE_TURNS, watch_turns.OLDEST_ACTIVE)
    of_works = (watch_work.WORKS_WAITING, watch_work.OLDEST_WAITING, watch_work.WORKS_ACTIVE)
    of_services = (metrics.BROKER_ERRORS, shell.SECONDS, ops.BROKER_ERRORS)
    known = {family.name for metric in (*of_steps, *of_turns, *of_works, *of_services) for family in metric.collect()}
    shown = {re.sub("_(bucket|count|total)$", "", name) for name in re.findall(r"holdfast_\w+", DASHBOARD)}
    assert shown == known
    panels = json.loads(DASHBOARD)["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
