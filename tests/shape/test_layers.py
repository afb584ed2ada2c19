"""The rooms of the memory service: each knows those below it, and none above it or beside it."""

from tests.shape.source import ROOT, modules

LAYERS = (
    {"access"},
    {"store"},
    {"index"},
    {"assertions"},
    {"people", "reasoning", "ops"},
    {"recall", "inflight", "work"},
    {"consent"},
    {"erasure"},
    {"audit", "notebook"},
    {"conversations"},
    {"turn"},
    {"transfer"},
    {"chores"},
)
"""From the ground up."""
RANK = {room: rank for rank, rooms in enumerate(LAYERS) for room in rooms}
MEMORY = ROOT / "services" / "memory"
DECLARED = "tables"
"""A room's tables are declared, and do nothing: whoever joins them may name them."""


def room_of(dotted: str) -> str | None:
    """The room that a module of the memory service stands in; none for what wires them, and for whatever else."""
    _, _, inside = dotted.partition("services.memory.")
    room = inside.partition(".")[0]
    return room if room in RANK and not dotted.endswith(f".{DECLARED}") and f".{DECLARED}." not in dotted else None


def test_a_room_knows_only_those_below_it() -> None:
    found = {
        f"{module.name} imports {imported}"
        for module in modules("services/memory")
        for imported in module.imports()
        if (mine := room_of(module.name.removesuffix(".py").replace("/", ".")))
        and (other := room_of(imported))
        and other != mine
        if RANK[other] >= RANK[mine]
    }
    assert not found


def test_every_room_has_its_layer() -> None:
    rooms = {folder.name for folder in MEMORY.iterdir() if (folder / "__init__.py").exists()} - {"migrations"}
    assert rooms == set(RANK)
