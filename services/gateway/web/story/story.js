// Your Story, or a project's: what conversations meant, by time or by meaning, with what comes up again and again.

import { get, query } from "../api.js";
import { month } from "../dates.js";
import { form, h, icon, show as put, trouble } from "../elements.js";
import { choice, redraw } from "../notebook/parts.js";
import { house, isStory, on, refused } from "../state.js";
import { t } from "../texts.js";
import { WindowedList } from "../windowed.js";
import { memoryOf } from "./memory.js";
import { placed, whereTo } from "./places.js";

const PAGE = 40;
const TYPING_MS = 180;

// `#/story/<project>?order=meaning&q=tea`
export async function show(place, { about, parameters, signal }) {
  const where = {
    engagement: about ?? house.me.personal_engagement_id, order: parameters.get("order") === "meaning" ? "meaning" : "time",
    q: parameters.get("q") ?? "",
  };
  const view = { where, signal, wrong: trouble(), themes: h("div"), shown: h("div"), list: null, asked: 0 };
  const search = searching(view);
  const orders = ["time", "meaning"].map((each) => [each, t(`story.by_${each}`)]);
  const all = placed("story",
    h("div.row.spread", whereTo(t("story.whose"), where.engagement, (id) => (location.hash = addressOf({ ...where, engagement: id }))),
      choice(".choice-of-few", t("story.order"), orders, where.order, (order) => turn(view, { order }))),
    search, view.wrong, view.themes, view.shown);
  put(place, all.element);
  all.title.focus();
  signal.addEventListener("abort", () => view.list?.end());
  ["conversation", "memory", "back"].forEach((what) => on(what, () => fill(view), signal));
  await fill(view);
}

function addressOf({ engagement, order, q }) {
  const about = isStory(engagement) ? "" : `/${engagement}`;
  return `#/story${about}${query({ q, order: order === "meaning" && order })}`;
}

function turn(view, change) {
  Object.assign(view.where, change);
  history.replaceState(null, "", addressOf(view.where));
  return fill(view);
}

function searching(view) {
  let timer = null;
  const typed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => turn(view, { q: sought.value.trim() }), TYPING_MS);
  };
  const sought = h("input", { type: "search", "aria-label": t("notebook.search"), placeholder: t("notebook.search"), maxlength: "200",
    value: view.where.q, autocomplete: "off", oninput: typed });
  view.signal.addEventListener("abort", () => clearTimeout(timer));
  const element = form("", () => {}, h("div.sought", icon("search"), sought));
  element.setAttribute("role", "search");
  return element;
}

async function fill(view) {
  const { where, signal, wrong } = view;
  const mine = (view.asked += 1);
  const { engagement, order, q } = where;
  const ask = (offset, limit = PAGE) =>
    get(`/v1/story${query({ engagement, order, q, offset: String(offset), limit })}`, { signal });
  try {
    // What is looked at stays where it is: as much is asked for as was there.
    const page = await ask(0, Math.min(100, Math.max(PAGE, view.list?.items.length ?? 0)));
    if (mine !== view.asked) return;
    redraw(view.themes, themes(page.themes));
    begin(view, page, ask);
  } catch (error) {
    refused(error, wrong);
  }
}

function begin(view, page, ask) {
  const { where: { engagement, order, q }, wrong } = view;
  const rows = h("ol.story", { "aria-label": t("places.story") });
  let last = null;
  const items = (memories) => memories.map((memory) => {
    const title = order === "time" && !q && month(memory.at);
    const item = entry(memory, title !== last && title, { here: engagement, sought: q });
    last = title;
    return item;
  });
  let count = page.memories.length;
  const more = async () => {
    if (count >= page.total) return [];
    const next = await ask(count);
    count += next.memories.length;
    return items(next.memories);
  };
  view.list?.end();
  view.list = new WindowedList(rows, { after: more, failed: (error) => refused(error, wrong) });
  put(view.shown, h("p.aside", { role: "status" }, page.total > 0 && t("story.count", { count: page.total })), rows,
    page.total === 0 && empty(view.where));
  view.list.begin(items(page.memories));
}

function entry(memory, title, look) {
  const one = memoryOf(memory, look);
  const element = () => {
    const li = one.element();
    if (title) li.prepend(h("h2.when", title));
    return li;
  };
  return { element };
}

function empty({ q, engagement }) {
  const says = q ? t("story.none_found", { q }) : t(isStory(engagement) ? "story.none" : "story.none_project");
  return h("div.empty", h("p", says), !q && h("a.button", { href: "#/talk" }, icon("talk"), t("notebook.go_talk")));
}

// Quietly: what they rest on stands beside them.
function themes(found) {
  return found?.length > 0 && h("section.themes", { "aria-labelledby": "themes" }, h("h2", { id: "themes" }, t("story.themes")),
    h("ul", found.map(({ label, times, of }) => h("li", h("span", label), " ", h("span.aside", t("story.times", { times, of }))))));
}
