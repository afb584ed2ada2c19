// What a conversation meant, once it is kept: its text, what it names, what it changed; and the person's own hand at it.

import { change } from "../api.js";
import { date, number } from "../dates.js";
import { button, field, form, h, show, trouble, wrote } from "../elements.js";
import { done } from "../frame.js";
import { mark } from "../memory.js";
import { aside, marked } from "../notebook/parts.js";
import { attempt } from "../state.js";
import { t } from "../texts.js";
import { BY_HAND, byKind, changing, kindOf, textOf, thing } from "./meaning.js";
import { nameOf } from "./places.js";

const LONGEST = 1_200;

// An item of a list: `alone` is where its conversation is shown already.
export function memoryOf(memory, { here = null, alone = false, sought = "", changed = () => {} }) {
  let now = memory;
  const wrong = trouble();
  const head = h("div.meant");
  const self = { get id() { return now.assertion_id; }, get memory() { return now; }, element };

  function element() {
    draw();
    return h(alone ? "article.card.part" : "li", { "data-meant": now.assertion_id, ...(alone && { "aria-label": t("story.meant") }) }, head, wrong);
  }

  // What is done is taken back by what it was before.
  async function patch(body, sentence, back = null) {
    const send = async (what) => {
      const next = await change("PATCH", `/v1/memories/${now.assertion_id}`, { version: now.version, ...what });
      now = next;
      draw();
      changed(next);
    };
    await attempt(wrong, async () => {
      await send(body);
      done(t(sentence), back && (() => send(back)));
    }, (current) => {
      now = current;
      draw();
    });
  }

  function draw() {
    const { narrative, at, engagement_id: id, conversation_id: conversation, entities, deltas, force, reduced, beside = [] } = now;
    show(head,
      force !== "committed" && mark(force),
      wrote("p.narrative-text", marked(narrative, sought)),
      aside(date(at), id !== here && nameOf(id), reduced && t("story.reduced"), now.original !== narrative && t("story.edited"),
        beside.length > 0 && t("story.beside", { count: beside.length }),
        conversation && !alone && h("a", { href: `#/conversation/${conversation}` }, t("story.to_talk"))),
      entities.length > 0 && folded(t("story.things", { count: entities.length }), things()),
      deltas.length > 0 && folded(t("story.changes", { count: deltas.length }), changesOf()),
      now.original !== narrative && folded(t("closing.as_drafted"), wrote("p.words", now.original)),
      alone && h("div.row", button(t("talk.edit"), reword, ".plain"), button(t("story.add"), add, ".plain")));
  }

  const folded = (label, ...inside) => h("details", { open: alone && "open" }, h("summary", label), inside);

  function things() {
    return byKind(now.entities, ({ entity }) => entity.data.type).map(([kind, found]) =>
      h("section.kind", h("h3", kindOf(kind)), h("ul", found.map((each) => h("li", one(each))))));
  }

  function one({ entity, resolved_at: at }) {
    const out = () => patch({ entities_to_remove: [entity.entity_id] }, "story.removed", { entities_to_add: [{ data: entity.data }] });
    return h("div.thing", { role: "group", "aria-label": textOf(entity.data) }, thing(entity, at && t("threads.resolved", { day: date(at) })),
      alone && h("div.row", button(t("closing.leave_out"), out, ".plain")));
  }

  function changesOf() {
    return h("ul", now.deltas.map(({ delta, applied }) => h("li.change",
      h("span", changing(delta)), !applied && h("span.aside", t("story.undone")),
      alone && applied && button(t("memory.take_back"), () => patch({ undo_deltas: [delta.delta_id] }, "story.taken_back"), ".plain"))));
  }

  function reword() {
    const before = now.narrative;
    const area = h("textarea", { rows: "5", maxlength: LONGEST, required: true, value: before });
    const save = () => patch({ narrative: area.value.trim() }, "story.reworded", { narrative: before });
    const asked = form(".wording", save, field(t("closing.narrative"), area, t("story.at_most", { most: number(LONGEST) })), ends());
    head.append(asked);
    area.focus();
  }

  // One that the person adds by hand.
  function add() {
    const kind = h("select", Object.keys(BY_HAND).map((each) => h("option", { value: each }, kindOf(each))));
    const text = h("input", { required: true, maxlength: "280" });
    const save = () => {
      const data = { type: kind.value, [BY_HAND[kind.value]]: text.value.trim(), ...(kind.value === "waiting_on" && { who: "" }) };
      return patch({ entities_to_add: [{ data }] }, "story.added");
    };
    head.append(form(".wording", save, field(t("story.kind"), kind), field(t("story.thing"), text), ends()));
    text.focus();
  }

  const ends = () => h("div.row", h("button.yes", t("memory.use")), button(t("do.cancel"), draw, ".plain"));

  return self;
}
