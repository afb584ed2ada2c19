"""Bringing everything back. It lands held, whatever it was; one yes that names file and count restores what it was.

What is short is done when the answer comes, 200; what is long has begun, 202, and another door tells how far it is.
"""

import asyncio
import hashlib
from uuid import UUID, uuid5

from starlette.responses import Response

from services.gateway.call import JSON, KEY, Call, Door
from services.gateway.export_form import ExportFile, ExportForm, read_export
from services.gateway.notebook_forms import ConfirmImportForm
from services.gateway.problems import EmptyBodyError
from services.gateway.reading import check_type, read_body
from shared.contracts.envelope import Key
from shared.contracts.errors import UnavailableError, UncertainError
from shared.contracts.requests.notebook import GetImport, ImportList, ListImports
from shared.contracts.requests.transfer import ConfirmImport, ImportRows, ImportState

LARGEST = 16_777_216
READ_SECONDS = 120.0
"""A large file over a slow line."""
ANSWER_SECONDS = 60.0
"""With the last rows all of the file is looked at, and what is short lands."""
UNDER_WAY = frozenset({"landing", "restoring"})


async def bring_file(call: Call) -> Response:
    """Takes a JSON export. Everything in it lands held; 202 when it goes on: `GET /v1/imports/{id}` tells how far."""
    person_id, key = call.caller.person_id, call.sent_key()
    with call.gateway.importing.place(person_id):
        check_type(call.request.scope)
        body = await read_body(call.request.receive, LARGEST, READ_SECONDS)
        if not body.strip():
            raise EmptyBodyError
        file = await asyncio.to_thread(read_export, body)
        del body
        import_id = uuid5(person_id, file.file_hash)
        *earlier, last = _messages(call, file, import_id, key or str(import_id))
        for message in earlier:
            await _send(call, message)
        return await _answered(call, last)


def _messages(call: Call, file: ExportFile, import_id: UUID, key: str) -> list[ImportRows]:
    """A key of its own for each message, made from the one that came, so that all of it can be sent again."""
    root = hashlib.sha256(key.encode()).hexdigest()
    batches = list(file.batches())
    return [
        ImportRows(
            caller=call.caller,
            key=Key(value=f"import {root} {first}", body_hash=f"{file.file_hash} {first}"),
            import_id=import_id,
            file_hash=file.file_hash,
            count=file.count,
            first=first,
            rows=rows,
            last=number == len(batches),
        )
        for number, (first, rows) in enumerate(batches, 1)
    ]


async def _send(call: Call, message: ImportRows) -> None:
    try:
        await call.gateway.client.ask(message, ANSWER_SECONDS)
    except UncertainError:
        raise UnavailableError("memory service") from None  # nothing lands before the last message


async def confirm_import(call: Call) -> Response:
    """Restores what the memories of an import were: the one yes to all of it; 202 when that goes on."""
    import_id = call.id_in_path("import_id")
    form = await call.read(ConfirmImportForm)
    command = ConfirmImport(
        caller=call.caller,
        key=call.key(form, import_id),
        import_id=import_id,
        file_hash=form.file_hash,
        count=form.count,
    )
    return await _answered(call, command)


async def _answered(call: Call, command: ImportRows | ConfirmImport) -> Response:
    state = await call.gateway.client.ask(command, ANSWER_SECONDS)
    return Response(state.model_dump_json(), 202 if state.status in UNDER_WAY else 200, media_type=JSON)


async def show_import(call: Call) -> Response:
    """How an import stands: how many of its rows are done, and what of it was left out."""
    return await call.pass_on(GetImport(caller=call.caller, import_id=call.id_in_path("import_id")))


async def list_imports(call: Call) -> Response:
    """What was brought in, the newest first."""
    return await call.pass_on(ListImports(caller=call.caller))


DOORS = (
    Door(
        "POST", "/v1/import", bring_file, form=ExportForm, gives=ImportState, parameters=(KEY,), most_bytes=LARGEST,
        also=((202, ImportState),), refuses=(409,),
    ),
    Door(
        "POST", "/v1/import/{import_id}/confirm", confirm_import, form=ConfirmImportForm, gives=ImportState,
        also=((202, ImportState),), parameters=("import_id", KEY), refuses=(404, 409),
    ),
    Door("GET", "/v1/imports", list_imports, gives=ImportList),
    Door("GET", "/v1/imports/{import_id}", show_import, gives=ImportState, parameters=("import_id",), refuses=(404,)),
)  # fmt: skip
