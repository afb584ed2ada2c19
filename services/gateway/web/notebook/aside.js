// What is not in use by itself: what nobody touched for long, and goes after a while unless it is kept; and what is never
// to be remembered again, in whatever words, unless it is lifted.

import { get, query } from "../api.js";
import { ago, date } from "../dates.js";
import { button, h, show, trouble, wrote } from "../elements.js";
import { address } from "../memory.js";
import { attempt, house, isStory, refreshMe } from "../state.js";
import { looked } from "../talk/aside.js";
import { t } from "../texts.js";
import { act, lift } from "./acting.js";
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

export function neverAgain(signal) {
  const wrong = trouble();
  const list = h("ul");
  const number = h("span.aside");
  const element = h("section.never", { hidden: true },
    h("details", h("summary", t("notebook.never"), number), h("p.aside", t("notebook.never_what")), wrong, list));

  const look = async () => draw((await get("/v1/refusals", { signal })).refusals);

  function draw(refusals) {
    element.hidden = refusals.length === 0;
    show(number, String(refusals.length));
    show(list, refusals.map((each) => h("li", wrote("span.content", each.text), h("span.aside", date(each.created_at)),
      button(t("notebook.lift"), () => lifting(each), ".plain"))));
  }

  const lifting = (each) => attempt(wrong, async () => {
    draw(await lift(each));
    (list.querySelector("button") ?? document.querySelector("h1")).focus();
  });

  return { element, look };
}
