// Where one is in the notebook: what the address says, and how the list stood when a memory was opened from it.

import { query } from "../api.js";
import { house, isStory } from "../state.js";

const SHOWN = { committed: "", retracted: "back", held: "held" };
const DAY = /^[1-9]\d{3}-\d\d-\d\d$/;

const isDay = (text) => DAY.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);

// `#/notebook/<project>?q=tea&show=back&then=2026-05-01`; what is usual is left out.
export function addressOf({ engagement, q = "", force = "committed", then = "" }) {
  const about = isStory(engagement) ? "" : `/${engagement}`;
  return `#/notebook${about}${query({ q, show: SHOWN[force], then })}`;
}

// What waits has its own place, but for how it was then.
export function looking(about, parameters) {
  const day = parameters.get("then") ?? "";
  const then = isDay(day) ? day : "";
  const shown = parameters.get("show");
  const force = Object.keys(SHOWN).find((each) => SHOWN[each] === shown && (then || each !== "held"));
  return {
    engagement: about ?? house.me.personal_engagement_id,
    q: parameters.get("q") ?? "",
    force: force ?? "committed",
    then,
  };
}

let left = null; // the list as it was: { address, id, top, stretch }
let cameFrom = null; // the address from which the memory that is shown was opened

export function leave(link, stretch = null) {
  const { id } = link.closest("[data-memory]").dataset;
  left = stretch ? { address: location.hash, id, top: link.getBoundingClientRect().top, stretch } : left;
  cameFrom = { address: location.hash, to: link.hash };
}

export function comeBack() {
  const here = left?.address === location.hash ? left : null;
  left = null;
  return here;
}

// The link of that memory where it was on the screen, with the focus; of its neighbour when it is not there any more.
export function findAgain(root, { id, top, stretch }) {
  const ids = stretch.list.map((each) => each.assertion_id);
  const at = ids.indexOf(id);
  const near = at < 0 ? [] : [...ids.slice(at + 1), ...ids.slice(0, at).reverse()];
  const linkOf = (each) => root.querySelector(`[data-memory][data-id="${CSS.escape(each)}"] a`);
  const link = linkOf(id) ?? linkOf(near.find(linkOf) ?? id);
  link?.focus({ preventScroll: true });
  if (link) scrollBy({ top: link.getBoundingClientRect().top - top, behavior: "instant" });
  return link;
}

// Back is where one came from; who came in by the memory's own address is led to its list.
export function wayBack(engagement) {
  const href = addressOf({ engagement });
  const inside = cameFrom?.to === location.hash;
  const onclick = (event) => {
    if (!inside) return;
    event.preventDefault();
    history.back();
  };
  return { href, onclick, "data-back": true };
}

// Up and down go from memory to memory, from the search field to the first.
export function fromMemoryToMemory(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const here = event.target;
  if (!step || !here.matches("[data-memory] a, input[type=search]")) return;
  const links = [...event.currentTarget.querySelectorAll("[data-memory] a")];
  const next = links[links.indexOf(here) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
