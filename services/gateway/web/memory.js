// A memory wherever it is met: how it is marked and quoted, put into other words, changed, and given back.

import { change } from "./api.js";
import { button, form, h, wrote } from "./elements.js";
import { tell } from "./state.js";
import { capital, named, t } from "./texts.js";

// Those that the companion itself gives.
export const CATEGORIES = ("profile health relationships preferences goals constraints interests history activity event tasks "
  + "projects style tone procedural knowledge").split(" ");

export const mark = (force, text = t(`force.${force}`)) => h(`span.mark.${force}`, text);

export function markOf({ force, reason, state }) {
  if (state === "soft_deleted") return mark("retracted", t("force.set_aside"));
  return mark(force, reason ? capital(because(reason)) : undefined);
}

export const because = (reason) => reason && named("reason", reason);

export const address = (id) => `#/memory/${id}`;

// The person's own words, unless the text has them in it already.
export function quoted(words, content) {
  return words && !content.includes(words.replace(/[.!\s]+$/, "")) && wrote("p.words", t("memory.quoted", { words }));
}

// A text that may read otherwise than it is written says so: with marks that hide or turn its direction, or with a word of
// letters that only look alike. Of Greek, what stands in a unit is none of these.
const HIDDEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;
const OTHER = "(?![μΩ])[\\p{sc=Cyrl}\\p{sc=Grek}\\p{sc=Armn}]";
const MIXED = new RegExp(`\\p{sc=Latn}\\p{M}*${OTHER}|${OTHER}\\p{M}*\\p{sc=Latn}`, "u");

export function oddity(text) {
  return HIDDEN.test(text) ? t("memory.hidden") : MIXED.test(text) && t("memory.mixed");
}

export const odd = (text) => oddity(text) && h("p.aside", oddity(text));

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

// Something is done to the words that were shown: when these are others by now, the doors refuse and tell how it reads.
export const asShown = (seen, now) => (seen.text_hash === now.text_hash ? now : seen);

// Bound to the version and the text that the person sees.
export async function send({ assertion_id: id, version, text_hash }, verb, more = {}) {
  const changed = await change("POST", `/v1/assertions/${id}/${verb}`, { version, text_hash, ...more });
  tell("memory"); // at once, also while the stream of events is away
  return changed;
}

// What was agreed to waits again, and what it had taken the place of comes back with it; then what was taken back.
export async function giveBack(changed) {
  const back = new Set();
  const stood = (wanted) => changed.filter(({ force }) => force === wanted);
  for (const each of stood("committed")) {
    for (const { assertion_id: id } of (await send(each, "reopen")).memory) back.add(id);
  }
  for (const each of stood("retracted")) if (!back.has(each.assertion_id)) await send(each, "restore");
}
