// One memory: what it says and what can be done, what it stands on and where it belongs, and its past.

import { get, whenGone } from "../api.js";
import { ago, date } from "../dates.js";
import { button, h, icon, nothing, show as put, terms, trouble } from "../elements.js";
import { address, asShown, CATEGORIES, markOf, odd, quoted, wording } from "../memory.js";
import { attempt, engagement, house, refreshEngagements } from "../state.js";
import { t } from "../texts.js";
import { act } from "./acting.js";
import { erasing, takingBack } from "./going.js";
import { aside, category, choice, redraw, stayLive } from "./parts.js";
import { past } from "./past.js";
import { addressOf, leave, wayBack } from "./place.js";
import { titleOf } from "./projects.js";

const WEIGHTS = [1, 2, 3, 4, 5];

export async function show(place, { about, signal }) {
  const ask = () => get(`/v1/assertions/${encodeURIComponent(about)}`, { signal }).catch(whenGone);
  const self = { head: h("div"), belongs: h("div"), wrong: trouble(), past: past(signal) };
  const first = ask();
  stayLive(() => first.then(() => self.over || lookAgain(self, ask, place)), self.wrong, signal); // heard from now on
  const memory = (self.memory = self.shown = await first);
  self.over = !memory;
  if (self.over) return put(place, gone());
  const home = () => (location.hash = addressOf({ engagement: self.memory.engagement_id }));
  put(place, h("div.view.one-memory", back(memory), self.head, self.wrong, self.belongs, self.past.element,
    h("div.going", h("h2", t("memory.erase")), h("p.aside", t("memory.erase_what")),
      h("div.row", button(t("memory.erase_open"), () => erasing(() => self.memory, home), ".grave")))));
  draw(self);
  place.querySelector("h1").focus();
  await self.past.look(memory);
}

function back({ engagement_id: id }) {
  const here = engagement(id);
  return h("nav", h("a.way-back", wayBack(id), icon("back"), here ? titleOf(here) : t("way.notebook")));
}

function gone() {
  return nothing(t("memory.gone"), t("memory.gone_what"), "#/notebook", t("way.notebook"));
}

// What another page or the talk does to it shows here; what is being typed stays.
async function lookAgain(self, ask, place) {
  const [found] = await Promise.all([ask(), refreshEngagements()]);
  if (found) {
    renew(self, found);
    return self.past.look(found);
  }
  self.over = true;
  // On this page its receipt is still to be read.
  if (!document.querySelector("dialog[open]")) put(place, gone());
}

function renew(self, memory) {
  if (JSON.stringify(memory) === JSON.stringify(self.memory)) return;
  self.memory = memory;
  draw(self);
}

function draw(self) {
  if (!self.head.querySelector("textarea")) drawHead(self);
  redraw(self.belongs, belonging(self));
}

function drawHead(self) {
  self.shown = self.memory;
  redraw(self.head, head(self));
}

// `seen` is how it read where one pressed; what was done or refused says how it reads now.
function doing(self, verb, more, seen = self.shown) {
  const now = (current) => renew(self, (self.shown = current));
  return attempt(self.wrong, async () => now((await act(asShown(seen, self.memory), verb, more)).assertion), now);
}

function head(self) {
  const { memory } = self;
  const number = t("memory.number", { number: memory.display_number });
  return h("div.head",
    h("div.row", markOf(memory), aside(...standing(memory), category(memory.category), number)),
    h("h1.content", { tabindex: "-1", dir: "auto" }, memory.content),
    odd(memory.content),
    quoted(memory.own_words, memory.content),
    h("div.row.actions", actions(self)),
    memory.sensitive && h("p.aside", t("memory.private_what")));
}

function standing({ force, created_at: at, updated_at: changed, expires_at: until, purge_at: purge }) {
  if (purge) return [t("memory.goes", { when: ago(purge) })];
  if (force === "held") return [until && t("memory.lapses", { ago: ago(at), when: ago(until) })];
  return [t("memory.since", { date: date(changed) })];
}

function actions(self) {
  const { force, pinned, state } = self.memory;
  const verb = (label, name, style = "", more = {}) => button(label, () => doing(self, name, more), style);
  const change = (label) => button(label, () => reword(self));
  const pin = [icon("pin"), t(pinned ? "memory.unpin" : "memory.pin")];
  const pinning = verb(pin, pinned ? "unpin" : "pin");
  if (state === "soft_deleted") return verb(t("memory.keep"), "keep", ".yes");
  if (force === "retracted") return verb(t("memory.restore"), "restore", ".yes");
  if (force === "held") {
    return [verb(t("answer.yes"), "commit", ".yes"), change(t("answer.change")), verb(t("answer.no"), "reject"),
      verb(t("answer.never"), "reject", "", { never_again: true }), pinning];
  }
  return [change(t("memory.correct")), pinning,
    button(t("memory.take_back"), () => takingBack(self.shown, (...more) => doing(self, "retract", ...more)))];
}

function reword(self) {
  const { force, content: text } = self.memory;
  const [verb, hint] = force === "held" ? ["refine", "memory.change_held"] : ["correct", "memory.change_known"];
  const over = () => {
    drawHead(self);
    self.head.querySelectorAll(".actions button")[self.memory.force === "held" ? 1 : 0].focus(); // never on a yes
  };
  const save = async (content) => (await doing(self, verb, { content })) && over();
  self.head.querySelector(".actions").replaceWith(wording({ text, hint: t(hint), save, leave: over }));
}

function belonging(self) {
  const { force, state, label, source_assertion_id: source, replaces_id: replaces, importance } = self.memory;
  const inUse = force !== "retracted" && state !== "soft_deleted";
  const weigh = (value) => doing(self, "importance", { importance: value });
  return h("section.belonging", { "aria-label": t("memory.about") },
    terms("", [
      [t("memory.on_whose_word"), t(`source.${label}`)],
      inUse && [t("memory.belongs"), moving(self)],
      inUse && [t("notebook.about"), sorting(self)],
      source && [t("memory.promoted"), another(source)],
      replaces && [t("memory.replaces"), another(replaces)],
    ]),
    inUse && choice(".weight", t("memory.importance"),
      WEIGHTS.map((value) => [value, t(`memory.importance.${value}`)]), importance, weigh),
    related(self.memory.related));
}

function related(others = []) {
  return others.length > 0 && h("div", h("h2", t("memory.related")),
    h("ul.deeds", others.map(({ assertion_id: id, content }) => h("li", another(id, content)))));
}

function moving(self) {
  const { engagement_id: id } = self.memory;
  const places = house.engagements.filter((each) => each.status === "active" || each.engagement_id === id);
  const move = async () => {
    if (!(await doing(self, "move", { engagement_id: select.value }))) select.value = id;
  };
  const select = h("select", { "aria-label": t("memory.belongs"), onchange: move },
    places.map((each) => h("option", { value: each.engagement_id }, titleOf(each))));
  select.value = id;
  return select;
}

function sorting(self) {
  const now = self.memory.category;
  const all = CATEGORIES.includes(now) ? CATEGORIES : [...CATEGORIES, now];
  const sort = async () => {
    if (!(await doing(self, "category", { category: select.value }))) select.value = now;
  };
  const select = h("select", { "aria-label": t("notebook.about"), onchange: sort },
    all.map((each) => h("option", { value: each }, category(each))));
  select.value = now;
  return select;
}

function another(id, text = t("memory.that_one")) {
  const open = (event) => leave(event.currentTarget);
  return h("span", { "data-memory": true, "data-id": id },
    h("a", { href: address(id), onclick: open, dir: "auto" }, text));
}
