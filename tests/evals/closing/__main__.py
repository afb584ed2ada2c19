"""`make evals-closing`: what talks left, as the configured model sees it, or offline.

`HOLDFAST_EXTRACT_MODEL` names the model. `ONLY=en-job,de-kueche` takes these talks alone;
`--wrong` lists what was missed, wrong or unsupported, and `--told` prints narratives and items.
"""

import asyncio
import os
import sys

from services.reflector.spoken_turns import plain_words
from shared.contracts.entities import describe_entity
from shared.models.model_settings import ModelSettings
from shared.models.open_model import Role, open_model
from shared.settings import load_settings
from tests.evals.closing.graded import GradedTalk, ThoughtTalk, graded_talks, table, think_about


async def main() -> None:
    """One talk after the other, then the table."""
    opened = open_model(load_settings(ModelSettings), Role.EXTRACT)
    only = set(filter(None, os.environ.get("ONLY", "").split(",")))
    chosen = [one for one in graded_talks() if not only or one.name in only]
    await think_about(opened.model, _first_line(chosen[0]))  # loads what is loaded once
    found = []
    for graded in chosen:
        found.append(await think_about(opened.model, graded))
        if "--told" in sys.argv:
            _tell(found[-1])
        if "--wrong" in sys.argv:
            _list_wrong(found[-1])
    await opened.close()
    print("\n".join(table(found)))


def _first_line(graded: GradedTalk) -> GradedTalk:
    fields = {name: getattr(graded, name) for name in graded.__dataclass_fields__}
    work = graded.work.model_copy(update={"may_spend": False})
    return GradedTalk(**{**fields, "talk": graded.talk[:1], "work": work})


def _tell(one: ThoughtTalk) -> None:
    print(f"\n{one.of.name} ({one.seconds:.1f} s, {'reduced' if one.made.reduced else 'by the model'})")
    print(f"  {one.made.narrative}")
    for entity in one.made.entities:
        print(f"  {entity.entity_type}: {describe_entity(entity.data)} | {entity.quote}")


def _list_wrong(one: ThoughtTalk) -> None:
    for missed in one.missed:
        print(f"  {one.of.name} missed {'|'.join(sorted(missed.kinds))} {'|'.join(missed.words)}")
    for entity in one.wrong:
        print(f"  {one.of.name} wrong {entity.entity_type}: {describe_entity(entity.data)} | {entity.quote}")
    for entity in one.forbidden:
        print(f"  {one.of.name} FORBIDDEN {entity.entity_type}: {describe_entity(entity.data)}")
    for sentence in one.unsupported:
        print(f"  {one.of.name} UNSUPPORTED {plain_words(sentence).strip()}")
    closed = {thread.thread_id: thread.text for thread in one.of.work.open_threads}
    for thread_id in one.resolved ^ one.of.resolved:
        kind = "closed wrongly" if thread_id in one.resolved else "left open"
        print(f"  {one.of.name} {kind}: {closed[thread_id]}")


if __name__ == "__main__":
    asyncio.run(main())
