// What the settings are made of: sections, and values that save by themselves, say so, and can be put back.

import { change } from "../api.js";
import { field, h, trouble } from "../elements.js";
import { done } from "../frame.js";
import { attempt, house, tell } from "../state.js";
import { has, t } from "../texts.js";

export function section(name, ...parts) {
  const id = `settings-${name}`;
  const inside = h("div", parts.map((part) => part.element ?? part));
  return {
    element: h("section.setting", { "aria-labelledby": id }, h("h2", { id, tabindex: "-1" }, t(`settings.${name}`)), inside),
    fill: () => parts.forEach((part) => part.fill?.()),
  };
}

// A change of language makes the whole page anew: what was to be said is said there.
let afterwards = null;

export function sayWhatWasSaved() {
  if (!afterwards) return false;
  const { sentence, undo, focus } = afterwards;
  afterwards = null;
  document.getElementById(focus)?.focus();
  done(t(sentence), undo);
  return true;
}

async function patch(body, saved) {
  if (body.language) afterwards = saved;
  try {
    house.me = await change("PATCH", "/v1/me", body);
  } catch (error) {
    afterwards = null;
    throw error;
  }
  tell("me");
}

// `now` reads the value from what is known of me, `put` shows it, `read` takes what was typed or throws a sentence, `body`
// is how the door takes it.
export function setting(name, input, parts) {
  const { now = saved(name), put, read = () => input.value, body = (value) => ({ [name]: value }), more = [] } = parts;
  const { label = t(`settings.${name}`), said = `saved.${name}` } = parts;
  const wrong = trouble();
  let shown;
  const fill = () => {
    if (document.activeElement === input && input.value !== shown) return; // somebody is typing there
    put(now());
    shown = input.value;
  };
  const save = async (value) => {
    const before = now();
    if (value === before) return;
    const focus = input.id;
    const undo = () => patch(body(before), { sentence: "do.undone", undo: null, focus });
    await patch(body(value), { sentence: said, undo, focus });
    if (name !== "language") done(t(said), undo);
  };
  input.id = `set-${name}`;
  input.addEventListener("change", () => attempt(wrong, () => save(read())));
  return {
    element: h("div", labelled(name, label, input), more, wrong), fill, set: (value) => attempt(wrong, () => save(value)),
  };
}

const saved = (name) => () => house.me.settings[name];

function labelled(name, label, input) {
  const hint = has(`settings.${name}.what`) ? t(`settings.${name}.what`) : null;
  if (input.type !== "checkbox") return field(label, input, hint);
  input.setAttribute("aria-describedby", `${input.id}-hint`);
  return [h("label.switch.wide", input, label), h("p.hint", { id: `${input.id}-hint` }, hint)];
}
