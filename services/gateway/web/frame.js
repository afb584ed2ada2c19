// What stands around every view: the companion's name, the ways, how much waits for the person's word; and what was done.

import { button, h, heading, icon, show } from "./elements.js";
import { house, on } from "./state.js";
import { t } from "./texts.js";

const WAYS = ["talk", "notebook", "story", "settings"];
const WAY_OF = { memory: "notebook", why: "talk", threads: "story", archive: "story", conversation: "story" };

let closing = null;
let place = null;
let spoken = null;

export function frame(view) {
  if (!closing || spoken !== document.documentElement.lang) build();
  const here = WAY_OF[view] ?? view;
  for (const link of document.querySelectorAll(".ways a")) {
    if (link.dataset.way === here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const title = WAYS.slice(1).includes(here) ? `${t("way." + here)} · ` : "";
  document.title = title + house.me.companion_name;
  return place;
}

function closeFrame() {
  closing?.abort();
  closing = null;
}

export function threshold(title, ...parts) {
  closeFrame();
  document.title = title;
  const top = heading(title);
  show(document.getElementById("house"), h("main.threshold", emblem(), top, parts));
  top.focus();
}

export function emblem() {
  return h("img", { src: import.meta.resolve("./icon.svg"), alt: "", width: "56", height: "56" });
}

function build() {
  closeFrame();
  closing = new AbortController();
  spoken = document.documentElement.lang;
  const name = h("span", house.me.companion_name);
  const waiting = h("span.count", { hidden: true });
  place = h("main", { id: "main" });
  show(
    document.getElementById("house"),
    h("div.frame",
      h("a.skip", { href: "#main", onclick: skip }, t("frame.skip")),
      h("header.rail",
        h("div.brand", emblem(), name),
        h("nav.ways", { "aria-label": t("frame.ways") }, WAYS.map((way) => link(way, way === "notebook" && waiting))),
        h("p.rail-foot", t("frame.promise"))),
      place),
    doneHere(),
  );
  on("me", () => show(name, house.me.companion_name), closing.signal);
  on("engagements", () => count(waiting), closing.signal);
  count(waiting);
}

function link(way, more) {
  return h("a", { href: `#/${way}`, "data-way": way }, icon(way), h("span", t(`way.${way}`)), more);
}

function skip(event) {
  event.preventDefault();
  place.querySelector("h1, textarea")?.focus();
}

function count(element) {
  const waiting = house.engagements.reduce((sum, each) => sum + (each.held ?? 0), 0);
  element.hidden = waiting === 0;
  show(element, String(waiting));
  element.setAttribute("aria-label", t("frame.waiting", { count: waiting }));
}

// ---- what was done, with the way back beside it: it stays until something else is done, nobody has to be quick

const told = () => document.querySelector(".done"); // the first: a view that has a place for it goes before the frame's

export const doneHere = () => h("div.done", { role: "status" });

export function clearDone() {
  if (told()) show(told());
}

// `undo`, if there is one, takes it back; what it gives is said instead. `more` is a further button.
export function done(sentence, undo = null, more = null) {
  const close = h("button.square", { type: "button", "aria-label": t("do.close"), onclick: clearDone }, icon("close"));
  const within = told().contains(document.activeElement);
  let undoing = null;
  const back = undo && button(t("do.undo"), () => {
    undoing ??= undo().then(() => done(t("do.undone")), (error) => done(error.message));
  });
  show(told(), h("span", sentence), h("span.row", more, back, close));
  if (within) close.focus(); // whoever pressed undo is still here
}
