// What conversations leave, in words: things by their kind, and what they change.

import { date, endOf } from "../dates.js";
import { h, wrote } from "../elements.js";
import { quoted } from "../memory.js";
import { aside } from "../notebook/parts.js";
import { named, t } from "../texts.js";

// What tells of each kind: its main words, then more of it. They stand in the order in which they are shown.
const TOLD = {
  decision: [["what"], ["why"]],
  task: [["description"], []],
  waiting_on: [["who", "what"], []],
  question_opened: [["question"], []],
  question_resolved: [["question", "answer"], []],
  blocker: [["what"], []],
  blocker_cleared: [["what", "unblocks"], []],
  priority_change: [["item", "new"], []],
  act_update: [["act", "update"], []],
  person: [["name"], ["relation", "context"]],
  insight: [["insight"], ["context"]],
  act_reference: [["act"], ["relevance"]],
};
const KINDS = Object.keys(TOLD);

// Those that a person adds by hand, with the field that holds the words.
export const BY_HAND = { decision: "what", task: "description", waiting_on: "what", question_opened: "question", blocker: "what", insight: "insight" };

const some = (data, names) => names.map((name) => data[name]).filter(Boolean);

export const textOf = (data) => some(data, TOLD[data.type]?.[0] ?? []).join(": ");

export const kindOf = (kind) => named("entity", kind);

// [[kind, those of it], …] in the order of the kinds; `typeOf` says which one is of.
export function byKind(things, typeOf) {
  const kinds = KINDS.map((kind) => [kind, things.filter((each) => typeOf(each) === kind)]);
  return kinds.filter(([, found]) => found.length);
}

// One thing: what it is, more of it, and the words that it was read from, where they are others.
export function thing({ data, quote }, ...notes) {
  const { due, status, priority } = data;
  const text = textOf(data);
  return [
    wrote("p.content", text),
    aside(...some(data, TOLD[data.type]?.[1] ?? []), due && t("threads.due", { day: date(endOf(due)) }),
      ["blocked", "completed"].includes(status) && named("progress", status), weight(priority), ...notes),
    quoted(quote, text),
  ];
}

export const weight = (priority) => ["low", "high"].includes(priority) && named("priority", priority);

// What a conversation changes in what is open.
export function changing({ delta_type: kind, text, new: now, quote }) {
  return [
    h("span.caption", named("delta", kind)),
    wrote("span.content", text, now && ` → ${now}`),
    quote && wrote("span.words", t("memory.quoted", { words: quote })),
  ];
}
