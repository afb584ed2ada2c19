// How the companion greets, and what it says of a conversation that is being closed.

import { h, wrote } from "../elements.js";
import { t } from "../texts.js";

export const drafted = ({ conversation_id: id }) =>
  h("p.card.closing-now", h("span", t("talk.draft")), h("a.button", { href: `#/conversation/${id}` }, t("talk.draft_look")));

// What a line names leads to it.
export function welcomed({ text, lines, waiting, threads, decisions, stale, due }) {
  const items = [due, waiting, threads, stale, decisions].flat();
  return h("div.card.greeting", { role: "group", "aria-label": t("talk.greeting") },
    (lines.length ? lines : text.split("\n")).map((line) => wrote("p", linked(line, items))),
    items.some(({ thread_id: id }) => id) && h("a.aside", { href: "#/threads" }, t("talk.greeting_open")));
}

function linked(line, items) {
  const item = items.find(({ text }) => text && line.includes(text));
  if (!item) return line;
  const { text, thread_id: thread, memory_id: memory } = item;
  const at = line.indexOf(text);
  const href = thread ? `#/threads/${thread}` : `#/memory/${memory}`;
  return [line.slice(0, at), h("a", { href }, text), line.slice(at + text.length)];
}
