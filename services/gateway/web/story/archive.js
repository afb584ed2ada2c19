// The conversations that were: by time, found by their words, each with what it left.

import { get, query } from "../api.js";
import { date } from "../dates.js";
import { h, show as put, trouble, wrote } from "../elements.js";
import { marked } from "../notebook/parts.js";
import { t } from "../texts.js";
import { searched } from "./found.js";
import { placed } from "./places.js";

const PAGE = 30;

// `#/archive?q=tea`
export async function show(place, { parameters, signal }) {
  const wrong = trouble();
  const list = searched({
    label: t("places.archive"), hint: t("archive.search"), q: parameters.get("q"), signal, wrong,
    typed: (q) => history.replaceState(null, "", `#/archive${query({ q })}`),
    empty: (q) => h("p", t(q ? "archive.none_found" : "archive.none", { q })),
    ask: async (q, before) => {
      const page = await get(`/v1/conversations${query({ q, before, limit: PAGE })}`, { signal });
      return { items: page.conversations.map((each) => ({ element: () => row(each, q) })), next: page.before ?? undefined };
    },
  });
  const all = placed("archive", list.search, wrong, list.shown);
  put(place, all.element);
  all.title.focus();
  await list.fill();
}

function row({ conversation_id: id, began_at: at, turns, status, kept, memories }, q) {
  const says = status === "archived" ? kept && t(`archive.kept.${kept}`) : t(`conversation.title.${status}`);
  return h("li", h("a.memory", { href: `#/conversation/${id}` },
    memories.length ? memories.map((each) => wrote("span.content.brief", marked(each.narrative, q))) : h("span.content", date(at)),
    h("span.aside", h("span", date(at)), h("span", t("archive.turns", { count: turns })), says && h("span", says))));
}
