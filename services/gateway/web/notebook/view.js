// The notebook: what waits for the person's word, what is known, what was taken back; of Your Story or a project.

import { get, query } from "../api.js";
import { date, endOf, number, today } from "../dates.js";
import { asking } from "../dialog.js";
import { button, field, form, h, heading, icon, show as put, trouble } from "../elements.js";
import { attempt, engagement, house, isStory, on, refreshEngagements, refused } from "../state.js";
import { t } from "../texts.js";
import { neverAgain, setAside } from "./aside.js";
import { fitting } from "./fits.js";
import { memories } from "./list.js";
import { choice, redraw, stayLive } from "./parts.js";
import { addressOf, comeBack, findAgain, fromMemoryToMemory, looking } from "./place.js";
import { chooser, handling, titleOf, writing } from "./projects.js";
import { waiting } from "./waiting.js";

const PAGE = 100;
const TYPING_MS = 180;

export async function show(place, { about, parameters, signal }) {
  const where = looking(about, parameters);
  let project;
  const here = () => (project = engagement(where.engagement) ?? project);
  if (!here()) return put(place, h("div.view.notebook", chooser(null).element, heading(t("notebook.no_such_project"))));
  const stretch = () => view.list.stretch();
  const view = {
    where, here, signal, wrong: trouble(), list: null, latest: null, asked: 0, shown: h("div"),
    taught: h("div", { "aria-live": "polite" }),
    held: waiting({ signal, stretch, here: where.engagement }), never: neverAgain(signal),
    aside: setAside(signal), fits: fitting({ signal, stretch, here: where.engagement, listed: () => view.list.ids() }),
  };
  const returned = comeBack();
  const [head, search, kinds] = [header(view), searching(view), (view.kinds = kindsOf(view))];
  const write = button([icon("plus"), t("notebook.write")], () => writing(here()), ".write");
  const draw = () => {
    if (!engagement(where.engagement)) return location.replace(addressOf({ engagement: house.me.personal_engagement_id }));
    [head, kinds].forEach((each) => each.draw());
    write.hidden = where.then || here().status !== "active";
  };
  draw();
  put(place, h("div.view.notebook", { onkeydown: fromMemoryToMemory },
    head.element, where.then && thatWas(where), view.wrong, search.element, view.held.element,
    h("div.row.spread.shelf", kinds.element, write), view.aside.element, view.never.element,
    h("div", view.taught, view.shown, view.fits.element)));
  head.element.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  if (!returned) (parameters.has("search") ? search.field : head.title).focus();
  on("engagements", draw, signal);
  signal.addEventListener("abort", () => view.list?.end());
  stayLive(() => Promise.all([refresh(view), refreshEngagements()]), view.wrong, signal);
  await fill(view, returned);
  if (returned && !findAgain(place, returned)) head.title.focus();
}

function header({ where, here, wrong }) {
  const places = chooser(where.engagement);
  const [title, what, hands] = [heading(""), h("p.seed"), h("div")];
  const draw = () => {
    places.draw();
    put(title, titleOf(here()));
    put(what, isStory(where.engagement) ? t("notebook.story_seed") : here().seed);
    redraw(hands, !where.then && h("div.row", handling(here(), wrong), talkedOf(where), lookBack(where)));
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
  let timer = null;
  const typed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => turn(view, { q: field.value.trim() }), TYPING_MS);
  };
  const field = h("input", { type: "search", "aria-label": t("notebook.search"), placeholder: t("notebook.search_hint"),
    maxlength: "200", value: view.where.q, autocomplete: "off", oninput: typed });
  view.signal.addEventListener("abort", () => clearTimeout(timer));
  const element = form("", () => {}, h("div.sought", icon("search"), field));
  element.setAttribute("role", "search");
  return { field, element };
}

// Known or taken back; what is searched for is looked for everywhere, and not counted. Of then, also what waited.
function kindsOf(view) {
  const element = h("div");
  const { then } = view.where;
  const count = (force) => !view.where.q && !then && h("span.number", number(view.here()[force] ?? 0));
  const choose = async (force) => {
    await turn(view, { force });
    element.scrollIntoView({ block: "nearest" });
  };
  const draw = () => {
    const kinds = ["committed", then && "held", "retracted"].filter(Boolean);
    const named = kinds.map((force) => [force, [t(`force.${force}`), count(force)]]);
    redraw(element, choice(".choice-of-few", t("notebook.which"), named, view.where.force, choose));
  };
  return { element, draw };
}

const fill = (view, returned = null) => (view.filling = filled(view, returned));

async function filled(view, returned) {
  const { q, force, engagement: here } = view.where;
  const back = force === "retracted";
  view.kinds.draw();
  view.held.element.classList.toggle("elsewhere", back);
  view.aside.element.classList.toggle("elsewhere", back || q !== "");
  view.never.element.classList.toggle("elsewhere", !back || q !== "");
  const label = t(`force.${force}`);
  const failed = (error) => refused(error, view.wrong);
  const list = memories({ label, ask: (cursor) => byTime(view, cursor), here, sought: q, failed });
  view.latest = list;
  await attempt(view.wrong, async () => {
    const [count] = await Promise.all([list.begin(returned), beside(view)]);
    if (view.latest !== list) return list.end(); // somebody typed on
    view.list?.end();
    view.list = list;
    put(view.shown, h("h2.unseen", label), list.element);
    await taught(view, count);
    if (returned) await again(view);
  });
}

// What changes while the list is being fetched is not in it yet.
async function refresh(view) {
  await view.filling;
  return view.list ? again(view) : fill(view);
}

async function again(view) {
  const [count] = await Promise.all([view.list.refresh(), beside(view)]);
  await taught(view, count);
}

// What has the very words in it is there at once; what fits otherwise follows beneath.
async function taught(view, count) {
  const { q, force, then } = view.where;
  const mine = (view.asked += 1);
  put(view.taught, teach(view, count));
  const wider = force === "committed" && !then ? q : "";
  const fits = await view.fits.look(wider, () => mine === view.asked);
  if (mine === view.asked && wider && !count && !fits) put(view.taught, teach(view, 0, ["none_fits"]));
}

function beside({ where, held, aside, never }) {
  if (where.then) return null;
  return where.force === "retracted" ? never.look() : Promise.all([held.look(where), aside.look(where)]);
}

function byTime({ where, signal }, cursor) {
  const { engagement: id, q, force, then } = where;
  const asked = query({ engagement: q ? "" : id, force, q, limit: PAGE, cursor, as_of: then && endOf(then) });
  return get(`/v1/assertions${asked}`, { signal });
}

// An empty list says what would be in it, and how it gets there.
function teach({ where, taught, held }, count, more = []) {
  const { q, force, then, engagement: id } = where;
  const back = force === "retracted";
  const say = (...keys) => h("div.empty", keys.map((key) => h("p", t(`notebook.${key}`, { q }))));
  if (count || (q && !back && !held.element.hidden)) return null;
  if (q) return say("none_found", ...more);
  if (then) return say("none_then");
  if (back) return say("none_back");
  if (taught.querySelector("h2")) return [...taught.children]; // where somebody may be about to go
  return h("div.empty", h("h2", t("notebook.none")), h("p", t(`notebook.none_${isStory(id) ? "story" : "project"}`)),
    h("a.button", { href: "#/talk" }, icon("talk"), t("notebook.go_talk")));
}

// ---- as it stood at the end of a day: there to be looked at

// Of a project the memories of its conversations have a place beside these.
const talkedOf = ({ engagement: id }) => !isStory(id) && h("a.button.plain", { href: `#/story/${id}` }, t("notebook.talked_of"));

function lookBack({ engagement }) {
  const day = h("input", { type: "date", required: true, max: today() });
  const ask = () => asking({
    title: t("then.title"),
    parts: [h("p", t("then.what")), field(t("then.day"), day)],
    yes: t("then.show"),
    next: () => (location.hash = addressOf({ engagement, then: day.value })),
  });
  return button([icon("past"), t("then.open")], ask, ".plain");
}

function thatWas({ engagement, then }) {
  return h("div.that-was",
    h("p", t("then.shown", { day: date(endOf(then)) })),
    h("a.button", { href: addressOf({ engagement }), "data-back": true }, t("then.end")));
}
