// Memories by time: a long list of which a stretch is in the document, fetched page by page.

import { date, day, month, time } from "../dates.js";
import { h, show, wrote } from "../elements.js";
import { address, because } from "../memory.js";
import { listed, named, t } from "../texts.js";
import { WindowedList } from "../windowed.js";
import { category, marked, marks } from "./parts.js";
import { leave } from "./place.js";
import { elsewhere } from "./projects.js";

const RECENT_MS = 6 * 86_400_000;

// `ask(cursor)` gives { assertions, cursor }; `here` is the notebook that need not be named.
export function memories({ label, ask, here, sought, failed }) {
  const element = h("ol.memories", { "aria-label": label });
  const window_ = new WindowedList(element, { after: more, failed });
  let next = null;

  // The list as it was when a memory was opened from it, or from the newest on.
  async function begin(returned = null) {
    const { list, next: cursor } = returned?.stretch ?? (await fetched(ask, 1));
    next = cursor;
    const items = entries(list);
    window_.begin(items, { around: Math.max(0, items.findIndex((each) => each.id === returned?.id)) });
    return items.length;
  }

  async function more() {
    if (next === null) return [];
    const { assertions, cursor } = await ask(next);
    next = cursor;
    const known = new Set(window_.items.map((each) => each.id));
    return entries(assertions.filter((each) => !known.has(each.assertion_id)), window_.items.at(-1));
  }

  async function refresh() {
    const { list, next: cursor } = await fetched(ask, window_.items.length);
    next = cursor;
    window_.renew(entries(list));
    window_.shown.forEach((_, each) => each.refresh());
    return list.length;
  }

  // Who is known already stays, and each knows the one before it: a heading stands where a new day or month begins.
  function entries(list, last = null) {
    const known = new Map(window_.items.map((each) => [each.id, each]));
    return list.map((memory) => {
      const self = known.get(memory.assertion_id) ?? entry({ here, sought, stretch, timed: true });
      last = Object.assign(self, { id: memory.assertion_id, memory, before: last });
      return last;
    });
  }

  const stretch = () => ({ next, list: window_.items.map((each) => each.memory) });

  const ids = () => new Set(window_.items.map((each) => each.id));

  return { element, begin, refresh, stretch, ids, end: () => window_.end() };
}

// At least so many from the newest on, if there are; each once, also when one moved meanwhile.
export async function fetched(ask, count) {
  const found = new Map();
  let cursor = null;
  do {
    const page = await ask(cursor);
    page.assertions.forEach((each) => found.set(each.assertion_id, each));
    cursor = page.cursor;
  } while (cursor !== null && found.size < count);
  return { list: [...found.values()], next: cursor };
}

function entry(look) {
  let li = null;
  let drawn = "";
  const self = { element, refresh };

  function element() {
    li = h("li", { "data-memory": true, "data-id": self.id });
    drawn = "";
    refresh();
    return li;
  }

  function refresh() {
    const title = titleOf(self.memory);
    const heading = (!self.before || titleOf(self.before.memory) !== title) && title;
    const key = JSON.stringify([self.memory, heading]);
    if (key === drawn) return;
    drawn = key;
    const focused = li.contains(document.activeElement);
    show(li, heading && h("h3.when", heading), row(self.memory, look));
    if (focused) li.querySelector("a").focus({ preventScroll: true });
  }

  return self;
}

export function row(memory, { here, sought, stretch, timed = false }) {
  const { assertion_id: id, content, created_at: at, force, reason, why, valid_to: until } = memory;
  const when = timed && isRecent(at) ? time(at) : date(at);
  return h("a.memory", { href: address(id), onclick: (event) => leave(event.currentTarget, stretch()) },
    wrote("span.content", marked(content, sought)),
    h("span.aside", h("span", category(memory.category)), h("span", when),
      elsewhere(memory, here),
      force === "retracted" && reason && h("span", because(reason)), foundBy(why ?? (sought && ["words"])),
      until && force !== "retracted" && h("span", t("then.until", { day: date(until) })), marks(memory)));
}

export function foundBy(why) {
  return why?.length > 0 && h("span", t("notebook.found_by", { signals: listed(why.map((name) => named("signal", name))) }));
}

const isRecent = (at) => Date.now() - new Date(at) < RECENT_MS;

const titleOf = ({ created_at: at }) => (isRecent(at) ? day(at) : month(at));
