// What nobody touched for long: no reply uses it, and it goes after a while unless it is kept.

import { get, query } from "../api.js";
import { ago } from "../dates.js";
import { button, h, trouble, wrote } from "../elements.js";
import { address } from "../memory.js";
import { attempt, house, isStory, refreshMe } from "../state.js";
import { looked } from "../talk/aside.js";
import { t } from "../texts.js";
import { act } from "./acting.js";
import { category, redraw } from "./parts.js";
import { leave } from "./place.js";
import { elsewhere } from "./projects.js";

const MOST = 100;

export function setAside(signal) {
  const wrong = trouble();
  const list = h("ul");
  const element = h("section.never", { hidden: true },
    h("h2", t("force.set_aside")), h("p.aside", t("notebook.set_aside_what")), wrong, list);

  async function look({ engagement }) {
    const whole = isStory(engagement); // who is sent here from the talk finds all of it, whatever project it belongs to
    const asked = query({ engagement: whole ? "" : engagement, state: "soft_deleted", limit: MOST });
    const found = house.me.set_aside ? (await get(`/v1/assertions${asked}`, { signal })).assertions : [];
    if (whole) looked();
    element.hidden = found.length === 0;
    redraw(list, found.map((each) => h("li", { "data-memory": true, "data-id": each.assertion_id },
      one(each, engagement), button(t("memory.keep"), () => keep(each)))));
  }

  const keep = (memory) => attempt(wrong, async () => {
    await act(memory, "keep");
    await refreshMe();
  });

  return { element, look };
}

function one(memory, here) {
  const { assertion_id: id, content, category: about, purge_at: until } = memory;
  const open = (event) => leave(event.currentTarget);
  return h("a.memory", { href: address(id), onclick: open }, wrote("span.content", content),
    h("span.aside", h("span", category(about)), elsewhere(memory, here), h("span", t("notebook.goes", { when: ago(until) }))));
}
