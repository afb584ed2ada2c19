// A long list that is searched, page by page.

import { form, h, icon, show as put } from "../elements.js";
import { on, refused } from "../state.js";
import { WindowedList } from "../windowed.js";

const TYPING_MS = 180;

// `ask(q, next)` gives { items, next, above }: `next` asks for what follows, undefined where nothing does. `typed` notes
// in the address what is sought, `empty(q)` is shown where nothing is found.
export function searched({ label, hint, q, signal, wrong, ask, typed, empty }) {
  const shown = h("div");
  let list = null;
  let asked = 0;
  let timer = null;
  const failed = (error) => refused(error, wrong);
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      typed(sought.value.trim());
      fill();
    }, TYPING_MS);
  };
  const sought = h("input", { type: "search", "aria-label": hint, placeholder: hint, maxlength: "200", value: q ?? "",
    autocomplete: "off", oninput: later });
  const search = form("", () => {}, h("div.sought", icon("search"), sought));
  search.setAttribute("role", "search");
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    list?.end();
  });
  ["conversation", "memory", "back"].forEach((what) => on(what, fill, signal));

  async function fill() {
    const mine = (asked += 1);
    const words = sought.value.trim();
    const page = await ask(words).catch(failed);
    if (mine === asked && page) begin(page, words);
  }

  function begin({ items, next, above }, words) {
    const rows = h("ol.story", { "aria-label": label });
    const more = async () => {
      if (next === undefined) return [];
      const page = await ask(words, next);
      next = page.next;
      return page.items;
    };
    list?.end();
    list = new WindowedList(rows, { after: more, failed });
    put(shown, above, rows, !items.length && h("div.empty", { role: "status" }, empty(words)));
    list.begin(items);
  }

  return { search, shown, fill };
}
