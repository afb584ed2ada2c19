"""Who may know whom."""

from tests.shape.source import PRODUCT, ROOT, Module, modules

DRIVERS = {
    *("nats", "faststream", "sqlalchemy", "asyncpg", "alembic", "httpx", "httpx2", "fastapi", "starlette", "uvicorn"),
    "anthropic",
}
PURE = {
    "services/classifier/understanding.py",
    "services/router/routing.py",
    "services/responder/prompt_sections.py",
    "services/responder/instruction.py",
    "services/responder/check_proposal.py",
    "services/responder/prose.py",
    "services/responder/fences.py",
    "shared/wording/closing_question.py",
    "shared/wording/outcomes.py",
    "shared/contracts/turns.py",
    "shared/contracts/operations.py",
    "shared/contracts/notices.py",
    *(f"shared/contracts/requests/{name}.py" for name in ("people", "turns", "notebook", "recall", "erasure", "ops")),
    "shared/contracts/message.py",
    "shared/contracts/pipeline.py",
    "shared/contracts/errors.py",
    "shared/clock.py",
    "shared/contracts/ids.py",
    "shared/models/answer_schema.py",
    "shared/models/breaker.py",
    "shared/text/visible_text.py",
    "shared/models/prices.py",
    "shared/models/memory_proposal.py",
    "shared/models/build_question.py",
    "shared/models/parse_reading.py",
    "shared/models/build_speech.py",
    "shared/models/thinking.py",
}
"""Files whose rules can be read and tested without a server, a network or a clock."""
ROOMS = ("access", "assertions", "consent", "index", "ops", "recall", "turn")
HOLD_SQL = {
    *("tables.py", "queries.py", "__init__.py", "repository.py", "relations.py", "enter_texts.py", "offers.py"),
    *(
        "as_of.py",
        "find_matches.py",
        "memory_query.py",
        "search_candidates.py",
        "event_counts.py",
        "line_status.py",
        "provision.py",
    ),
    *("accept.py", "open.py", "perform.py", "close.py", "end.py", "end_talk.py", "views.py", "questions.py"),
    *("reply_context.py", "open_told.py"),
}
"""What reads and writes; its rules stand beside it: policy.py, ranking.py, apply_operations.py."""


def top(imported: str) -> str:
    return imported.partition(".")[0]


def pure_files() -> list[Module]:
    """The table above, and everything in these rooms of the memory service but what holds SQL."""
    in_rooms = {
        module.name
        for module in modules("services")
        for room in ROOMS
        if module.path.parent == ROOT / "services" / "memory" / room and module.path.name not in HOLD_SQL
    }
    return [module for module in modules("services", "shared") if module.name in PURE | in_rooms]


def test_services_never_import_each_other() -> None:
    found = [
        f"{module.name} imports {imported}"
        for module in modules("services")
        for imported in module.imports()
        if imported.startswith("services.") and imported.split(".")[1] != module.path.relative_to(ROOT).parts[1]
    ]
    assert not found


def test_services_import_the_deployment_only_to_start_it_from_the_terminal() -> None:
    found = [
        f"{module.name} imports {imported}"
        for module in modules("services")
        for imported in module.imports()
        if top(imported) in {"deploy", "tests"} and not module.name.startswith("services/terminal/")
    ]
    assert not found


def test_shared_imports_no_service_no_deployment_no_test() -> None:
    found = [
        f"{module.name} imports {imported}"
        for module in modules("shared")
        for imported in module.imports()
        if top(imported) in {"services", "deploy", "tests"}
    ]
    assert not found


def test_nothing_that_is_shipped_imports_a_test() -> None:
    found = [module.name for module in modules(*PRODUCT) for imported in module.imports() if top(imported) == "tests"]
    assert not found


def test_what_people_write_is_known_by_the_text_kit_and_not_by_the_offline_engine() -> None:
    found = [
        f"{module.name} imports {imported}"
        for module in modules("services")
        for imported in module.imports()
        if module.path.relative_to(ROOT).parts[1] in {"router", "memory", "gateway"}
        and imported.startswith("shared.offline")
    ]
    assert not found


def test_the_text_kit_knows_neither_the_engine_nor_a_service() -> None:
    found = [
        f"{module.name} imports {imported}"
        for module in modules("shared/text")
        for imported in module.imports()
        if imported.startswith("shared.") and not imported.startswith("shared.text")
    ]
    assert not found


def test_only_a_provider_speaks_to_a_model() -> None:
    found = {
        module.name
        for module in modules(*PRODUCT)
        for imported in module.imports()
        if top(imported) in {"anthropic", "httpx2", "openai"}
    }
    assert found == {"shared/models/anthropic.py", "shared/models/open_model.py", "shared/models/openai_compatible.py"}


def test_every_pure_file_named_here_exists() -> None:
    assert not {name for name in PURE if not (ROOT / name).exists()}


def test_pure_files_import_no_driver() -> None:
    found = [
        f"{module.name} imports {imported}"
        for module in pure_files()
        for imported in module.imports()
        if top(imported) in DRIVERS
    ]
    assert not found


def test_only_the_memory_service_opens_the_database() -> None:
    found = [
        f"{module.name} imports {imported}"
        for module in modules(*PRODUCT)
        for imported in module.imports()
        if top(imported) in {"sqlalchemy", "asyncpg", "alembic"}
        and not module.name.startswith(("services/memory/", "deploy/tools/"))
    ]
    assert not found
