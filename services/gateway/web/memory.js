// A memory wherever it is met: how it is marked and quoted, put into other words, changed, and given back.

import { change } from "./api.js";
import { button, form, h, wrote } from "./elements.js";
import { tell } from "./state.js";
import { t } from "./texts.js";

export const mark = (force, text = t(`force.${force}`)) => h(`span.mark.${force}`, text);

export const address = (id) => `#/memory/${id}`;

export function quoted(words, content) {
  return words && words !== content && wrote("p.words", t("memory.quoted", { words }));
}

// What is known beside what is new.
export const pair = (...sides) => h("div.pair", sides.map((parts) => h("div.side", parts)));

// How it should read. Enter uses it, Escape leaves it as it is.
export function wording({ text, hint = null, save, leave }) {
  const area = h("textarea", { "aria-label": t("memory.wording"), maxlength: "4000", rows: "2", value: text });
  const use = () => {
    const given = area.value.trim();
    if (given && given !== text) save(given);
    else leave();
  };
  area.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) use();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  });
  queueMicrotask(() => {
    area.focus();
    area.select();
  });
  return form(".wording", use, area, hint && h("p.hint", hint),
    h("div.row", h("button.yes", t("memory.use")), button(t("do.cancel"), leave, ".plain")));
}

// Bound to the version and the text that the person sees.
export async function send({ assertion_id: id, version, text_hash }, verb, more = {}) {
  const changed = await change("POST", `/v1/assertions/${id}/${verb}`, { version, text_hash, ...more });
  tell("memory"); // at once, also while the stream of events is away
  return changed;
}

// What was agreed to goes first, then what it had taken the place of comes back.
export async function giveBack(changed) {
  for (const [force, verb] of [["committed", "retract"], ["retracted", "restore"]]) {
    for (const each of changed.filter((one) => one.force === force)) await send(each, verb);
  }
}
