// Your Story, or a project's: what conversations meant, by time or by meaning, with what comes up again and again.

import { get, query } from "../api.js";
import { month } from "../dates.js";
import { h, icon, show as put, trouble } from "../elements.js";
import { choice } from "../notebook/parts.js";
import { house, isStory } from "../state.js";
import { t } from "../texts.js";
import { searched } from "./found.js";
import { memoryOf } from "./memory.js";
import { placed, whereTo } from "./places.js";

const PAGE = 40;

// `#/story/<project>?order=meaning&q=tea`
export async function show(place, { about, parameters, signal }) {
  const wrong = trouble();
  const where = {
    engagement: about ?? house.me.personal_engagement_id, order: parameters.get("order") === "meaning" ? "meaning" : "time",
    q: parameters.get("q") ?? "",
  };
  const list = searched({
    label: t("places.story"), hint: t("notebook.search"), q: where.q, signal, wrong,
    typed: (q) => note(where, { q }), empty: (q) => empty({ ...where, q }), ask: (q, at = 0) => page(where, q, at, signal),
  });
  const turn = (order) => {
    note(where, { order });
    list.fill();
  };
  const orders = ["time", "meaning"].map((each) => [each, t(`story.by_${each}`)]);
  const whose = whereTo(t("story.whose"), where.engagement, (engagement) => (location.hash = addressOf({ ...where, engagement })));
  const all = placed("story",
    h("div.row.spread", whose, choice(".choice-of-few", t("story.order"), orders, where.order, turn)), list.search, wrong, list.shown);
  put(place, all.element);
  all.title.focus();
  await list.fill();
}

function addressOf({ engagement, order, q }) {
  const about = isStory(engagement) ? "" : `/${engagement}`;
  return `#/story${about}${query({ q, order: order === "meaning" && order })}`;
}

// The address keeps how it is looked at, so that back leads here again.
function note(where, change) {
  Object.assign(where, change);
  history.replaceState(null, "", addressOf(where));
}

async function page(where, q, offset, signal) {
  const { engagement, order } = where;
  const found = await get(`/v1/story${query({ engagement, order, q, offset: String(offset), limit: PAGE })}`, { signal });
  const { memories, total } = found;
  if (!offset) where.month = null; // of the one before
  const items = memories.map((memory) => {
    const title = order === "time" && !q && month(memory.at);
    const item = entry(memory, title !== where.month && title, { here: engagement, sought: q });
    where.month = title;
    return item;
  });
  const next = offset + memories.length;
  const above = total > 0 && [themes(found.themes), h("p.aside", { role: "status" }, t("story.count", { count: total }))];
  return { items, next: memories.length && next < total ? next : undefined, above };
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
  if (q) return h("p", t("story.none_found", { q }));
  return [h("p", t(isStory(engagement) ? "story.none" : "story.none_project")),
    h("a.button", { href: "#/talk" }, icon("talk"), t("notebook.go_talk"))];
}

// Quietly: what they rest on stands beside them.
function themes(found) {
  return found.length > 0 && h("section.themes", { "aria-labelledby": "themes" }, h("h2", { id: "themes" }, t("story.themes")),
    h("ul", found.map(({ label, times, of }) => h("li", h("span", label), " ", h("span.aside", t("story.times", { times, of }))))));
}
