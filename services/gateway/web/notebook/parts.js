// Parts that the notebook's views share: marks, a choice of few, drawing anew, staying live.

import { h, icon, show } from "../elements.js";
import { oddity } from "../memory.js";
import { on, refused } from "../state.js";
import { named, t } from "../texts.js";

const SETTLING_MS = 120;

export const category = (name) => named("category", name);

export const aside = (...parts) => h("p.aside", parts.map((part) => part && h("span", part)));

export function marks({ content, pinned, sensitive, label }) {
  return [
    oddity(content) && h("span.note", oddity(content)),
    pinned && h("span.note.pinned", icon("pin"), t("notebook.pinned")),
    sensitive && h("span.note", t("notebook.private")),
    ["quoted", "inferred"].includes(label) && h("span.note", t(`source.${label}`)),
  ];
}

let choices = 0;

export function choice(style, label, options, value, choose) {
  const name = `choice-${(choices += 1)}`;
  const radio = (key) => h("input", { type: "radio", name, checked: key === value, onchange: () => choose(key) });
  return h(`fieldset${style}`, h("legend", label), options.map(([key, text]) => h("label", radio(key), h("span", text))));
}

// Looks again when memory changed, one look after another: an earlier answer must not overtake a later one.
export function stayLive(look, wrong, signal) {
  let timer = null;
  let looking = Promise.resolve();
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(() => (looking = looking.then(look).catch((error) => refused(error, wrong))), SETTLING_MS);
  };
  on("memory", settle, signal);
  on("back", settle, signal);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

// Draws something anew without taking the focus from whoever is on one of its controls.
export function redraw(root, ...content) {
  const controls = () => [...root.querySelectorAll("a, button, select, input")];
  const at = controls().indexOf(document.activeElement);
  show(root, content);
  if (at >= 0) (controls()[at] ?? document.querySelector("h1")).focus({ preventScroll: true });
}

export function marked(text, sought) {
  const at = sought ? text.toLowerCase().indexOf(sought.toLowerCase()) : -1;
  if (at < 0) return text;
  return [text.slice(0, at), h("mark", text.slice(at, at + sought.length)), text.slice(at + sought.length)];
}
