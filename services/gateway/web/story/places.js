// The three places of what conversations left, and what all of them need.

import { h, heading } from "../elements.js";
import { titleOf } from "../notebook/projects.js";
import { engagement, house, isStory } from "../state.js";
import { t } from "../texts.js";

const PLACES = ["story", "threads", "archive"];

// `here` is one of them; `title` has the heading, to be given the focus.
export function placed(here, ...parts) {
  const title = heading(t(`places.${here}`));
  const way = (each) => h("li", h("a.pill", { href: `#/${each}`, "aria-current": each === here && "page" }, t(`places.${each}`)));
  const ways = h("nav.places", { "aria-label": t("places.all") }, h("ul", PLACES.map(way)));
  return { title, element: h("div.view.left", h("header", ways, title, h("p.seed", t(`places.${here}.what`))), parts) };
}

// Your Story and the projects that talk can go to; one that is chosen already stays among them.
export function whereTo(label, value, choose, all = null) {
  const places = house.engagements.filter((each) => each.status === "active" || each.engagement_id === value)
    .sort((one, other) => isStory(other.engagement_id) - isStory(one.engagement_id));
  const options = places.map((each) => h("option", { value: each.engagement_id }, titleOf(each)));
  const select = h("select", { "aria-label": label, onchange: () => choose(select.value) },
    all && h("option", { value: "" }, all), options);
  select.value = value;
  return select;
}

export const nameOf = (id) => engagement(id) && titleOf(engagement(id));

// From one to the next with j and k or the arrows, and what else `acts` says; not while somebody writes.
export function withKeys(root, each, acts) {
  const steps = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    const all = [...root.querySelectorAll(each)];
    const at = all.findIndex((one) => one.contains(event.target));
    if (event.key in steps) focusOn(all[at + steps[event.key]] ?? all[Math.max(at, 0)]);
    else if (at >= 0 && Object.hasOwn(acts, event.key)) acts[event.key](all[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

export function focusOn(element) {
  (element?.querySelector("button") ?? element?.querySelector("a") ?? document.querySelector("h1")).focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}
