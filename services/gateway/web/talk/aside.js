// Whoever stays in the talk hears it too when something was set aside, and once more before it goes. Looking ends it.

import { ago } from "../dates.js";
import { h, show } from "../elements.js";
import { house, on } from "../state.js";
import { t } from "../texts.js";

const SEEN = "holdfast.set_aside"; // numbers and a time; it outlives the session, or each visit would begin with it
const SOON_MS = 7 * 86_400_000;

export function aside(signal) {
  const element = h("p.aside.set-aside", { role: "status" });
  const draw = () => show(element, ...(isNews() ? told(house.me) : []));
  draw();
  on("me", draw, signal);
  return element;
}

const told = ({ set_aside: count, next_purge_at: at }) =>
  [t("talk.set_aside", { count, when: ago(at) }), " ", h("a", { href: "#/notebook" }, t("talk.set_aside_look"))];

// More than was seen, or the next to go, as soon as it goes soon.
function isNews() {
  const { set_aside: count, next_purge_at: at } = house.me;
  if (!count) looked();
  const seen = JSON.parse(localStorage.getItem(SEEN) ?? "{}");
  const known = seen.person === house.me.person_id ? seen : { count: 0 };
  if (count < known.count) keep({ ...known, count });
  return count > known.count || (count > 0 && at !== known.at && new Date(at) - Date.now() < SOON_MS);
}

export function looked() {
  const { person_id: person, set_aside: count, next_purge_at: at } = house.me;
  if (count) keep({ person, count, at });
  else localStorage.removeItem(SEEN);
}

const keep = (seen) => localStorage.setItem(SEEN, JSON.stringify(seen));
