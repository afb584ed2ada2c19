// The little of markdown that replies use, as elements. Links and images stay text with their target: nothing is fetched
// and nothing leads away from what a model wrote. What is not understood stays as it was written.

import { h } from "../elements.js";

// Each form is bounded, so that no text takes long.
const INLINE = /`([^`\n]{1,300})`|\*\*([^*\n]{1,300})\*\*|\*([^*\s][^*\n]{0,300})\*|!?\[([^[\]\n]{0,300})\]\(([^()\s]{0,500})\)/g;
const ITEM = /^\s{0,3}(?:[-*+]|(\d{1,3})[.)])\s+(.*)$/;
const FENCE = /^\s{0,3}```/;
const HEADING = /^#{1,6}\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;

export function rendered(text) {
  const blocks = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) at = block(lines, at, blocks);
  return blocks;
}

// Without its signs, which would only be read as noise where there is no room for more than a few lines.
export const plain = (text) => text.replace(/[*`#>]+|^- /gm, "");

function block(lines, at, blocks) {
  const line = lines[at];
  if (!line.trim()) return at + 1;
  if (FENCE.test(line)) return fence(lines, at + 1, blocks);
  if (ITEM.test(line)) return list(lines, at, blocks);
  if (HEADING.test(line)) return blocks.push(h("p", h("strong", inline(HEADING.exec(line)[1])))) && at + 1;
  if (QUOTE.test(line)) return run(lines, at, QUOTE, (said) => blocks.push(h("blockquote", joined(said))));
  return run(lines, at, null, (said) => blocks.push(h("p", joined(said))));
}

function fence(lines, at, blocks) {
  let end = at;
  while (end < lines.length && !FENCE.test(lines[end])) end += 1;
  blocks.push(h("pre", { tabindex: "0" }, h("code", lines.slice(at, end).join("\n"))));
  return end + 1;
}

function list(lines, at, blocks) {
  const numbered = ITEM.exec(lines[at])[1];
  const items = [];
  let end = at;
  for (; end < lines.length && ITEM.test(lines[end]); end += 1) {
    const [, number, text] = ITEM.exec(lines[end]);
    items.push(h("li", number ? { value: Number(number) } : {}, inline(text))); // numbers are names here: none is made up
  }
  blocks.push(h(numbered ? "ol" : "ul", items));
  return end;
}

function run(lines, at, kind, add) {
  const belongs = (line) => (kind ? kind.test(line) : line.trim() && ![FENCE, ITEM, HEADING, QUOTE].some((one) => one.test(line)));
  let end = at + 1;
  while (end < lines.length && belongs(lines[end])) end += 1;
  add(lines.slice(at, end).map((line) => (kind ? kind.exec(line)[1] : line)));
  return end;
}

function joined(lines) {
  return lines.flatMap((line, place) => (place ? [h("br"), inline(line)] : [inline(line)]));
}

function inline(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    parts.push(text.slice(end, found.index), spoken(found));
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== "");
}

function spoken([whole, code, strong, soft, label, target]) {
  if (code) return h("code", code);
  if (strong) return h("strong", strong);
  if (soft) return h("em", soft);
  return target ? `${label} (${target})` : label || whole;
}
