// What waits for the person's word: grouped by subject, each with its answers; a clash as a pair.

import { get, query, whenGone } from "../api.js";
import { ago, date } from "../dates.js";
import { button, h, show, trouble, wrote } from "../elements.js";
import { address, mark, odd, pair, quoted, wording } from "../memory.js";
import { attempt, tell } from "../state.js";
import { t } from "../texts.js";
import { act, keepAll, keepBoth } from "./acting.js";
import { fetched } from "./list.js";
import { aside, category, marked, marks } from "./parts.js";
import { leave } from "./place.js";
import { elsewhere } from "./projects.js";

const PAGE = 100;
const AT_FIRST = 4; // of a subject; the others on demand

export function waiting({ signal, stretch, here }) {
  const wrong = trouble();
  const groups = h("div.subjects");
  const element = h("section.waiting-word", { hidden: true },
    h("h2", t("notebook.waiting")), h("p.aside", t("notebook.waiting_what")), wrong, groups);
  const whole = new Set(); // subjects that are shown whole
  let shown = new Map(); // a memory's id → { key, element }
  let held = [];
  let formers = new Map();
  const wrongs = new Map(); // what was said of a memory stays when its clash comes to stand beside it
  let sought = "";
  let asked = 0;

  async function look({ engagement, q }) {
    const mine = (asked += 1);
    const ask = (cursor) =>
      get(`/v1/assertions${query({ engagement: q ? "" : engagement, force: "held", q, limit: PAGE, cursor })}`, { signal });
    const { list: found } = await fetched(ask, Infinity);
    const known = await formersOf(found, signal);
    if (mine !== asked) return; // somebody typed on
    [held, formers, sought] = [found, known, q];
    draw();
  }

  function draw() {
    const subjects = new Map();
    held.forEach((each) => subjects.set(each.category, [...(subjects.get(each.category) ?? []), each]));
    const before = shown;
    shown = new Map();
    keepFocus(element, () => show(groups, [...subjects].map((each) => group(...each, before))));
    element.hidden = held.length === 0;
  }

  // What did not change keeps its element; so does what is being reworded.
  function itemOf(memory, before) {
    const former = formers.get(memory.replaces_id);
    const key = JSON.stringify([memory, former, sought]);
    const known = before.get(memory.assertion_id);
    const stays = known && (known.key === key || known.element.querySelector("textarea"));
    const now = stays ? known : { key, element: item(memory, former, sought, { stretch, here, wrong: wrongOf(memory) }) };
    shown.set(memory.assertion_id, now);
    return now.element;
  }

  function wrongOf({ assertion_id: id }) {
    if (!wrongs.has(id)) wrongs.set(id, trouble());
    return wrongs.get(id);
  }

  function group(subject, memories, before) {
    const some = whole.has(subject) ? memories : memories.slice(0, AT_FIRST);
    const rest = memories.length - some.length;
    const easy = memories.filter((each) => !each.sensitive && !formers.has(each.replaces_id));
    const label = t(easy.length === memories.length ? "notebook.yes_all" : "notebook.yes_easy", { count: easy.length });
    const more = () => draw(whole.add(subject));
    return h("section.subject",
      h("div.row.spread", h("h3", category(subject)),
        easy.length > 1 && button(label, () => attempt(wrong, () => keepAll(easy)), ".plain")),
      h("ul", some.map((each) => itemOf(each, before))),
      rest > 0 && button(t("notebook.show_rest", { count: rest }), more, ".plain"));
  }

  return { element, look };
}

// What was moved lost the focus; what is gone hands it to the one that follows.
function keepFocus(element, act) {
  const links = () => [...element.querySelectorAll("[data-memory] a")];
  const active = document.activeElement;
  const place = links().indexOf(active.closest("[data-memory]")?.querySelector("a"));
  const within = element.contains(active);
  act();
  const following = links().slice(0, Math.max(place, 0) + 1).at(-1) ?? document.querySelector("h1");
  if (within) (active.isConnected ? active : following).focus({ preventScroll: true });
}

// What is known and would give way, by its id; what is not known any more is no clash.
async function formersOf(held, signal) {
  const ids = [...new Set(held.map((each) => each.replaces_id).filter(Boolean))];
  const found = await Promise.all(ids.map((id) => get(`/v1/assertions/${id}`, { signal }).catch(whenGone)));
  return new Map(found.filter((each) => each?.force === "committed").map((each) => [each.assertion_id, each]));
}

function item(memory, former, sought, { stretch, here, wrong }) {
  const place = h("div");
  const answers = () => show(place, answering(memory, former, wrong, change));
  const over = () => answers().querySelectorAll("button")[1].focus();
  function change() {
    const save = async (content) => {
      const renew = (current) => (memory = current);
      if (await attempt(wrong, () => act(memory, "refine", { content }), renew)) over();
    };
    show(place, wording({ text: memory.content, hint: t("memory.change_held"), save, leave: over }));
  }
  answers();
  const open = (event) => leave(event.currentTarget, stretch());
  const link = h("a.content", { href: address(memory.assertion_id), onclick: open, dir: "auto" },
    marked(memory.content, sought));
  return h("li.awaits", { "data-memory": true, "data-id": memory.assertion_id },
    former ? clash(former, memory, link) : single(memory, link, here), place, wrong);
}

const lapses = ({ expires_at: until }) => until && t("notebook.lapses", { when: ago(until) });

const words = (memory) => quoted(memory.own_words, memory.content);

const single = (memory, link, here) => [link, words(memory),
  h("p.aside", h("span", ago(memory.created_at)), elsewhere(memory, here), memory.expires_at && h("span", lapses(memory)), marks(memory))];

function clash(former, memory, link) {
  const side = (each, label, text) =>
    [mark(each.force, t(label)), text, odd(each.content), words(each), aside(date(each.created_at), lapses(each))];
  return [h("p.clash-title", t("notebook.clash")),
    pair(side(former, "notebook.clash_known", wrote("p.content", former.content)), side(memory, "memory.new", link))];
}

function answering(memory, former, wrong, change) {
  const doing = (label, what, style) => button(t(label), () => attempt(wrong, what, () => tell("memory")), style);
  const verb = (label, name, style, more) => doing(label, () => act(memory, name, more), style);
  const answers = former
    ? [verb("notebook.replace", "commit", ".agree"), doing("notebook.both", () => keepBoth(memory)),
      verb("notebook.drop", "reject")]
    : [verb("answer.yes", "commit", ".agree"), button(t("answer.change"), change), verb("answer.no", "reject"),
      verb("answer.never", "reject", "", { never_again: true })];
  return h("div.row.answers", { role: "group", "aria-label": memory.content }, answers);
}
