// The notebook: what waits for the person's word, what is known, what was taken back; of Your Story or a project.

import { call, get, query } from "../api.js";
import { number } from "../dates.js";
import { button, form, h, heading, icon, show as put, trouble } from "../elements.js";
import { attempt, engagement, house, isStory, on, refreshEngagements, refused } from "../state.js";
import { t } from "../texts.js";
import { setAside } from "./aside.js";
import { memories } from "./list.js";
import { choice, redraw, stayLive } from "./parts.js";
import { addressOf, comeBack, findAgain, fromMemoryToMemory, looking } from "./place.js";
import { chooser, handling, titleOf, writing } from "./projects.js";
import { neverAgain } from "./refusals.js";
import { waiting } from "./waiting.js";

const PAGE = 100;
const HITS = 50;
const TYPING_MS = 180;
const TELLING = 0.2; // of a score: a signal with less is not worth naming
const COMMON = new Set(["speaker", "around"]); // all memories of a person have these alike

export async function show(place, { about, parameters, signal }) {
  if (!house.engagements.length) await refreshEngagements();
  const where = looking(about, parameters);
  const here = () => engagement(where.engagement);
  if (!here()) return put(place, h("div.view.notebook", chooser(null).element, heading(t("notebook.no_such_project"))));
  const view = {
    where, here, signal, wrong: trouble(), list: null, latest: null, shown: h("div"),
    taught: h("div", { "aria-live": "polite" }),
    held: waiting({ signal, stretch: () => view.list.stretch() }), never: neverAgain(signal),
    aside: setAside(signal),
  };
  const returned = comeBack();
  const [head, search, kinds] = [header(view), searching(view), kindsOf(view)];
  const write = button([icon("plus"), t("notebook.write")], () => writing(here()), ".write");
  const draw = () => {
    [head, kinds].forEach((each) => each.draw());
    write.hidden = here().status !== "active";
  };
  draw();
  put(place, h("div.view.notebook", { onkeydown: fromMemoryToMemory },
    head.element, view.wrong, search.element, view.held.element,
    h("div.row.spread.shelf", kinds.element, write), view.aside.element, view.never.element,
    h("div", view.taught, view.shown)));
  if (!returned) (parameters.has("search") ? search.field : head.title).focus();
  on("engagements", draw, signal);
  signal.addEventListener("abort", () => view.list?.end());
  stayLive(() => Promise.all([refresh(view), refreshEngagements()]), view.wrong, signal);
  await fill(view, returned);
  if (returned && !findAgain(place, returned)) head.title.focus();
}

// ---- the head

function header({ where, here, wrong }) {
  const places = chooser(where.engagement);
  const [title, what, hands] = [heading(""), h("p.seed"), h("div")];
  const draw = () => {
    places.draw();
    put(title, titleOf(here()));
    put(what, isStory(where.engagement) ? t("notebook.story_seed") : here().seed);
    redraw(hands, handling(here(), wrong));
  };
  return { title, draw, element: h("header", places.element, h("div.title", title, hands), what) };
}

// Looks otherwise; the address keeps how, so that back leads here again.
function turn(view, change) {
  Object.assign(view.where, change);
  history.replaceState(null, "", addressOf(view.where));
  return fill(view);
}

function searching(view) {
  const { q, meaning } = view.where;
  let timer = null;
  const typed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => turn(view, { q: field.value.trim() }), TYPING_MS);
  };
  const label = t("notebook.search");
  const field = h("input", { type: "search", "aria-label": label, placeholder: label, maxlength: "200", value: q,
    autocomplete: "off", oninput: typed });
  const ways = [[false, t("notebook.by_time")], [true, t("notebook.by_meaning")]];
  const how = choice(".choice-of-few", t("notebook.how"), ways, meaning, (by) => turn(view, { meaning: by }));
  view.signal.addEventListener("abort", () => clearTimeout(timer));
  const element = form(".searching", () => {}, h("div.sought", icon("search"), field), how);
  element.setAttribute("role", "search");
  return { field, element };
}

// Known or taken back; by meaning there is only what is known.
function kindsOf(view) {
  const element = (view.kinds = h("div"));
  const label = (force) => [t(`force.${force}`), h("span.number", number(view.here()[force] ?? 0))];
  const choose = async (back) => {
    await turn(view, { back });
    element.scrollIntoView({ block: "nearest" });
  };
  const draw = () => {
    const kinds = [[false, label("committed")], [true, label("retracted")]];
    redraw(element, choice(".choice-of-few", t("notebook.which"), kinds, view.where.back, choose));
  };
  return { element, draw };
}

// ---- the lists

async function fill(view, returned = null) {
  const { q, meaning, back } = view.where;
  view.kinds.hidden = meaning;
  view.held.element.classList.toggle("elsewhere", meaning || back);
  view.aside.element.classList.toggle("elsewhere", meaning || back);
  view.never.element.classList.toggle("elsewhere", meaning || !back);
  const ask = (cursor) => (meaning ? byMeaning(view) : byTime(view, cursor));
  const label = t(back && !meaning ? "force.retracted" : "force.committed");
  const failed = (error) => refused(error, view.wrong);
  const list = memories({ label, ask, timed: !meaning, sought: meaning ? "" : q, failed });
  view.latest = list;
  await attempt(view.wrong, async () => {
    const [count] = await Promise.all([list.begin(returned), beside(view)]);
    if (view.latest !== list) return list.end(); // somebody typed on
    view.list?.end();
    view.list = list;
    put(view.shown, h("h2.unseen", label), list.element);
    put(view.taught, teach(view, count));
    if (returned) await refresh(view);
  });
}

async function refresh(view) {
  const [count] = await Promise.all([view.list?.refresh(), beside(view)]);
  put(view.taught, teach(view, count));
}

function beside({ where, held, aside, never }) {
  if (where.meaning) return null;
  return where.back ? never.look() : Promise.all([held.look(where), aside.look(where)]);
}

function byTime({ where, signal }, cursor) {
  const { engagement: id, q, back } = where;
  const force = back ? "retracted" : "committed";
  return get(`/v1/assertions${query({ engagement: id, force, q, limit: PAGE, cursor })}`, { signal });
}

async function byMeaning({ where, signal }) {
  if (!where.q) return { assertions: [], cursor: null };
  const body = { query: where.q, engagement_id: where.engagement, top_k: HITS };
  const { hits } = await (await call("POST", "/v1/memory/query", { body, signal })).json();
  return { assertions: hits.map(withWhy), cursor: null };
}

// With what it was found by, but for what hardly counted.
function withWhy({ assertion, score, why }) {
  const tells = ({ name, share }) => !COMMON.has(name) && share > TELLING * score;
  return { ...assertion, why: why.filter(tells).map(({ name }) => name) };
}

// An empty list says what would be in it, and how it gets there.
function teach({ where, taught }, count) {
  const { q, meaning, back, engagement: id } = where;
  const say = (...keys) => h("div.empty", keys.map((key) => h("p", t(`notebook.${key}`, { q }))));
  if (meaning && q) return h("p.aside.meant", t(count ? "notebook.meaning_found" : "notebook.meaning_none"));
  if (meaning) return say("meaning_what");
  if (count) return null;
  if (q) return say("none_found", "try_meaning");
  if (back) return say("none_back");
  if (taught.querySelector("h2")) return [...taught.children]; // where somebody may be about to go
  return h("div.empty", h("h2", t("notebook.none")), h("p", t(`notebook.none_${isStory(id) ? "story" : "project"}`)),
    h("a.button", { href: "#/talk" }, icon("talk"), t("notebook.go_talk")));
}
