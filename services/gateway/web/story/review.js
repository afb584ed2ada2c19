// What a conversation would leave, before anything of it is kept: read, corrected, sorted, split and agreed to.

import { get, query } from "../api.js";
import { ago, number, percent } from "../dates.js";
import { asking } from "../dialog.js";
import { button, field, h, show, trouble, wrote } from "../elements.js";
import { address } from "../memory.js";
import { attempt, isStory } from "../state.js";
import { t } from "../texts.js";
import { byKind, changing, kindOf, textOf, thing } from "./meaning.js";
import { focusOn, nameOf, whereTo, withKeys } from "./places.js";

const LONGEST = 1_200;
const MOST_PARTS = 10;
const MOST_WAITING = 20;
const NEW = new Set(["new_waiting_on", "new_thread"]); // these go with the thing that they come from
const begun = new Map(); // what was done to a draft outlives a look elsewhere, in this tab alone

export function review({ conversation, signal, act, goOn }) {
  const news = h("p.told-there", { role: "status", hidden: true });
  const [parts, changes, below] = [h("div.parts"), h("div"), h("div")];
  const wrong = trouble();
  const element = h("div.review", news, parts, changes, below, wrong, h("p.hint", t("closing.keys")));
  let draft;
  let state;
  let dragged = null;

  // A draft that was made anew keeps what the person wrote and left out.
  function take({ conversation_id: id, draft: next, archives_at: until }) {
    const before = begun.get(id);
    draft = next;
    state = before?.version === next.version ? before : following(before, next);
    begun.set(id, state);
    if (before && before !== state) {
      const kept = before.parts.some((part) => part.text !== before.original);
      show(news, t(kept ? "closing.stale_kept" : "closing.stale"));
      news.hidden = false;
    }
    draw();
    show(below, end(until));
  }

  const isOut = ({ entity_id: id }) => state.out.has(id);

  function draw() {
    const at = document.activeElement?.closest?.(".thing")?.dataset.id;
    show(parts, state.parts.map(part));
    show(changes, changed());
    const again = at && parts.querySelector(`[data-id="${CSS.escape(at)}"]`);
    if (again) focusOn(again);
  }

  function part(one, place) {
    const many = state.parts.length > 1;
    const label = many ? t("closing.part", { number: place + 1 }) : t("closing.narrative");
    const things = draft.entities.filter(({ entity_id: id }) => one.ids.has(id));
    const over = (event) => dragged && event.preventDefault();
    const drop = (event) => {
      event.preventDefault();
      if (dragged) move(dragged, place);
    };
    return h("section.card.part", { "aria-label": label, ondragover: over, ondrop: drop },
      h("div.row.spread", h("h2", label), many && button(t("closing.join"), () => join(place), ".plain")),
      narrative(one, place, label),
      field(t("closing.where"), whereTo(t("closing.where"), one.place, (id) => {
        one.place = id;
        draw();
      })),
      reason(one, place),
      byKind(things, ({ data }) => data.type).map(([kind, found]) =>
        h("section.kind", h("h3", kindOf(kind)), h("ul", found.map((each) => h("li", item(each, place)))))),
      many && !things.length && h("p.aside", t("closing.empty_part")));
  }

  function narrative(one, place, label) {
    const count = h("p.aside.counted", { "aria-live": "off" });
    const asDrafted = place === 0 && button(t("closing.as_drafted"), () => {
      area.value = state.original;
      typed();
      area.focus();
    }, ".plain");
    const area = h("textarea", { "aria-label": label, rows: "4", value: one.text, oninput: typed, placeholder: t("closing.narrative_hint") });
    function typed() {
      one.text = area.value;
      const length = [...one.text.trim()].length;
      show(count, t("closing.counted", { count: number(length), most: number(LONGEST) }));
      count.classList.toggle("too-long", length > LONGEST);
      if (asDrafted) asDrafted.hidden = one.text === state.original;
    }
    typed();
    return h("div.narrative", area, h("div.row.spread", count, asDrafted));
  }

  // Why this place is suggested stands where it is chosen.
  function reason(one, place) {
    const { suggested_engagement_id: id, suggestion_reason: why, suggestion_confidence: sure } = draft;
    return place === 0 && one.place === id && why
      && h("p.hint", t("closing.suggested", { reason: why, percent: percent(sure) }));
  }

  function item(each, place) {
    const { entity_id: id } = each;
    const text = textOf(each.data);
    const out = isOut(each);
    const leave = button(t(out ? "closing.take_in" : "closing.leave_out"), () => leaveOut(id), ".plain");
    const others = state.parts.map((_, other) => other).filter((other) => other !== place);
    const moves = out ? [] : others.map((other) => button(t("closing.move", { number: other + 1 }), () => move(id, other), ".plain"));
    const drag = {
      draggable: state.parts.length > 1 && !out && "true",
      ondragstart: (event) => event.dataTransfer.setData("text/plain", dragged = id),
      ondragend: () => (dragged = null),
    };
    return h(`div.thing${out ? ".out" : ""}`, { role: "group", "aria-label": text, "data-id": id, "data-place": place, ...drag },
      thing(each, draft.changed?.includes(id) && t("closing.changed")), h("div.row", leave, moves));
  }

  // What goes with a thing is not asked about once more.
  const asked = () => draft.deltas.filter((each) => !(NEW.has(each.delta_type) && each.entity_id));

  function changed() {
    const deltas = asked();
    return deltas.length > 0 && h("section.card.part", { "aria-labelledby": "changes" },
      h("h2", { id: "changes" }, t("closing.changes")), h("p.hint", t("closing.changes_what")),
      h("ul", deltas.map((each) => h("li", choice(each)))));
  }

  function choice(delta) {
    const { delta_id: id } = delta;
    const set = () => (input.checked ? state.without.delete(id) : state.without.add(id));
    const input = h("input", { type: "checkbox", checked: !state.without.has(id), onchange: set });
    return h("label.change", input, h("span", changing(delta),
      draft.changed?.includes(id) && h("span.aside", t("closing.changed"))));
  }

  function end(until) {
    return [
      h("div.row", button(t("closing.split"), split, ".plain")),
      draft.reduced && h("p.hint.reduced", t("closing.reduced"), " ", h("a", { href: "#/settings/model" }, t("closing.connect"))),
      waiting(signal),
      h("div.row.answers-all", button(t("notebook.write_save"), confirm, ".yes"), button(t("closing.go_on"), goOn),
        button(t("closing.nothing"), keepNothing, ".plain")),
      until && h("p.hint", t("closing.until", { when: ago(until) })),
    ];
  }

  function leaveOut(id) {
    if (!state.out.delete(id)) state.out.add(id);
    draw();
  }

  function move(id, to) {
    const text = textOf(draft.entities.find((each) => each.entity_id === id).data);
    state.parts.forEach((one, place) => (place === to ? one.ids.add(id) : one.ids.delete(id)));
    draw();
    show(news, t("closing.moved", { text, number: to + 1 }));
    news.hidden = false;
  }

  function split() {
    if (state.parts.length >= MOST_PARTS) return;
    state.parts.push({ place: state.parts[0].place, text: "", ids: new Set() });
    draw();
    parts.lastElementChild.querySelector("textarea").focus();
  }

  function join(place) {
    const [gone] = state.parts.splice(place, 1);
    const [first] = state.parts;
    gone.ids.forEach((id) => first.ids.add(id));
    const texts = place ? [first.text, gone.text] : [gone.text, first.text];
    first.text = texts.filter((text) => text.trim()).join("\n");
    draw();
  }

  async function confirm() {
    const fault = state.parts.map(({ text }) => faultOf(text.trim())).find(Boolean);
    if (fault) return show(wrong, fault);
    show(wrong);
    const memories = state.parts.map(({ place, text, ids }) => ({
      engagement_id: isStory(place) ? null : place,
      narrative: text.trim(),
      entity_ids: draft.entities.filter((each) => ids.has(each.entity_id) && !isOut(each)).map((each) => each.entity_id),
    }));
    const gone = draft.deltas.filter((each) => state.without.has(each.delta_id) || state.out.has(each.entity_id));
    await act("confirm", { version: draft.version, memories, without_deltas: gone.map((each) => each.delta_id) });
  }

  function keepNothing() {
    asking({
      title: t("closing.nothing_ask"), parts: [h("p", t("closing.nothing_what"))], yes: t("closing.nothing"), style: ".no",
      doing: async () => {
        await act("keep-nothing", {});
      },
    });
  }

  withKeys(element, ".thing", {
    x: ({ dataset }) => leaveOut(dataset.id),
    m: ({ dataset }) => state.parts.length > 1 && move(dataset.id, (Number(dataset.place) + 1) % state.parts.length),
  });
  take(conversation);
  return { element, renew: take };
}

function faultOf(text) {
  if (!text) return t("closing.no_text");
  return [...text].length > LONGEST && t("closing.too_long", { most: number(LONGEST) });
}

function following(before, draft) {
  const ids = new Set(draft.entities.map((each) => each.entity_id));
  const first = { place: draft.suggested_engagement_id, text: draft.narrative, ids };
  const fresh = { version: draft.version, original: draft.narrative, parts: [first], out: new Set(), without: new Set() };
  if (!before) return fresh;
  const others = before.parts.slice(1).map((part) => ({ ...part, ids: new Set([...part.ids].filter((id) => ids.delete(id))) }));
  const [was] = before.parts;
  const own = was.text !== before.original || others.length;
  fresh.parts = [{ place: was.place, text: own ? was.text : draft.narrative, ids }, ...others];
  return Object.assign(fresh, { out: before.out, without: before.without });
}

// What else waits for a yes, beside: it is answered where it stands.
function waiting(signal) {
  const [list, wrong] = [h("ul"), trouble()];
  const element = h("section.card.part", { hidden: true, "aria-labelledby": "waits" },
    h("h2", { id: "waits" }, t("closing.waits")), list, wrong);
  attempt(wrong, async () => {
    const { assertions } = await get(`/v1/assertions${query({ force: "held", limit: MOST_WAITING })}`, { signal });
    show(list, assertions.map((each) => h("li", h("a", { href: address(each.assertion_id), dir: "auto" }, each.content),
      " ", h("span.aside", nameOf(each.engagement_id)))));
    element.hidden = !assertions.length;
  });
  return element;
}
