// What nobody touched for long: no reply uses it, and it goes after a while unless it is kept.

import { get, query } from "../api.js";
import { ago } from "../dates.js";
import { button, h, trouble, wrote } from "../elements.js";
import { address } from "../memory.js";
import { attempt, house, refreshMe } from "../state.js";
import { t } from "../texts.js";
import { act } from "./acting.js";
import { category, redraw } from "./parts.js";
import { leave } from "./place.js";

const MOST = 100;

export function setAside(signal) {
  const wrong = trouble();
  const list = h("ul");
  const element = h("section.never", { hidden: true },
    h("h2", t("force.set_aside")), h("p.aside", t("notebook.set_aside_what")), wrong, list);

  async function look({ engagement }) {
    const asked = query({ engagement, state: "soft_deleted", limit: MOST });
    const found = house.me.set_aside ? (await get(`/v1/assertions${asked}`, { signal })).assertions : [];
    element.hidden = found.length === 0;
    redraw(list, found.map((each) => h("li", { "data-memory": true, "data-id": each.assertion_id },
      one(each), button(t("memory.keep"), () => keep(each)))));
  }

  const keep = (memory) => attempt(wrong, async () => {
    await act(memory, "keep");
    await refreshMe();
  });

  return { element, look };
}

function one({ assertion_id: id, content, category: about, purge_at: until }) {
  const open = (event) => leave(event.currentTarget);
  return h("a.memory", { href: address(id), onclick: open }, wrote("span.content", content),
    h("span.aside", h("span", category(about)), h("span", t("notebook.goes", { when: ago(until) }))));
}
