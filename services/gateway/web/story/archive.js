// The conversations that were: by time, found by their words, each with what it left.

import { get, query } from "../api.js";
import { date } from "../dates.js";
import { form, h, icon, show as put, trouble, wrote } from "../elements.js";
import { marked } from "../notebook/parts.js";
import { on, refused } from "../state.js";
import { t } from "../texts.js";
import { WindowedList } from "../windowed.js";
import { placed } from "./places.js";

const PAGE = 30;
const TYPING_MS = 180;

// `#/archive?q=tea`
export async function show(place, { parameters, signal }) {
  const wrong = trouble();
  const shown = h("div");
  let list = null;
  let asked = 0;
  let timer = null;
  const sought = h("input", { type: "search", "aria-label": t("archive.search"), placeholder: t("archive.search"), maxlength: "200",
    value: parameters.get("q") ?? "", autocomplete: "off", oninput: typed });
  const search = form("", () => {}, h("div.sought", icon("search"), sought));
  search.setAttribute("role", "search");
  const all = placed("archive", search, wrong, shown);
  put(place, all.element);
  all.title.focus();
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    list?.end();
  });
  ["conversation", "memory", "back"].forEach((what) => on(what, fill, signal));
  await fill();

  function typed() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      history.replaceState(null, "", `#/archive${query({ q: sought.value.trim() })}`);
      fill();
    }, TYPING_MS);
  }

  async function fill() {
    const mine = (asked += 1);
    const q = sought.value.trim();
    const ask = (before) => get(`/v1/conversations${query({ q, before, limit: PAGE })}`, { signal });
    try {
      const first = await ask(null);
      if (mine === asked) begin(first, ask, q);
    } catch (error) {
      refused(error, wrong);
    }
  }

  function begin(page, ask, q) {
    const rows = h("ol.story", { "aria-label": t("places.archive") });
    let { before } = page;
    const items = (conversations) => conversations.map((each) => ({ element: () => row(each, q) }));
    const more = async () => {
      if (!before) return [];
      const next = await ask(before);
      before = next.before;
      return items(next.conversations);
    };
    list?.end();
    list = new WindowedList(rows, { after: more, failed: (error) => refused(error, wrong) });
    put(shown, rows, !page.conversations.length && h("div.empty", h("p", { role: "status" }, t(q ? "archive.none_found" : "archive.none", { q }))));
    list.begin(items(page.conversations));
  }
}

function row({ conversation_id: id, began_at: at, turns, status, kept, memories }, q) {
  const says = status === "archived" ? kept && t(`archive.kept.${kept}`) : t(`conversation.title.${status}`);
  return h("li", h("a.memory", { href: `#/conversation/${id}` },
    memories.length ? memories.map((each) => wrote("span.content.brief", marked(each.narrative, q))) : h("span.content", date(at)),
    h("span.aside", h("span", date(at)), h("span", t("archive.turns", { count: turns })), says && h("span", says))));
}
