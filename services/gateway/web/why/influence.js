// What led to what: the memories that helped, the words, and what came of them. They are lists, for whoever listens;
// the lines between them are drawn for the eye, sideways where there is room and else down the margin.

import { percent } from "../dates.js";
import { h, show, svg, wrote } from "../elements.js";
import { address } from "../memory.js";
import { plain } from "../talk/markdown.js";
import { named, t } from "../texts.js";

const MARGIN = 40; // pixels in which the lines run when all stands in one column
const BEND = 6;
const KNOWN = "known"; // its reason says nothing more than its kind, and says it in English
const NEAR = "near to what was said"; // nor does this one
const DONE = 2.5; // the weight of a line to what was done; that of a memory goes by its score

export function influence(why, deeds, signal) {
  if (!why.references.length && !deeds.length) return h("p", t("why.nothing"));
  const words = node("div", "yours", t("why.your_words"), why.said.join(" "));
  const from = why.references.map(memory);
  const reply = node("li", "last", t("why.reply"), plain(why.reply));
  const to = [...deeds.map(done), { kind: "last", weight: DONE, element: reply }];
  const lines = svg("svg.lines", { "aria-hidden": "true" });
  const figure = h("div.influence", lines,
    from.length > 0 && h("ul", { "aria-label": t("why.memories") }, from.map(({ element }) => element)),
    words,
    h("ul", { "aria-label": t("why.came_of_it") }, to.map(({ element }) => element)));
  const watch = new ResizeObserver(() => draw(lines, words, from, to));
  watch.observe(figure);
  signal.addEventListener("abort", () => watch.disconnect());
  return [figure, from.length === 0 && h("p.aside", t("why.no_memory"))];
}

function memory({ assertion_id: id, content, display_number: place, influence: kind, score, reason }) {
  const text = content ? h("a", { href: address(id) }, content) : t("why.gone");
  const says = reason && kind !== KNOWN && reason !== NEAR;
  const more = [place && t("question.number", { number: place }), says && inOwnWords(reason)].filter(Boolean);
  const caption = named("influence", kind) + (score ? ` (${percent(score)})` : "");
  return { kind: "helped", weight: 1.5 + 6 * score, element: node("li", "helped", caption, text, more.flatMap((each, place) => (place ? [" · ", each] : each))) };
}

function done({ sentence, content, force }) {
  return { kind: force, weight: DONE, element: node("li", force, sentence, content) };
}

function node(tag, kind, caption, text, more = "") {
  return h(`${tag}.node.${kind}`, h("p.caption", caption), wrote("p.brief", text), more.length > 0 && h("p.aside", more));
}

// The engine in the house says only these, in English; a model's reason is in the person's language already.
const SHARES = /^shares with the line: (.+)$/;
const OPEN = "open still, and spoken of";

function inOwnWords(reason) {
  if (reason === OPEN) return h("a", { href: "#/threads" }, t("why.open"));
  const shared = SHARES.exec(reason);
  return shared ? t("why.shares", { words: shared[1] }) : reason;
}

function draw(lines, words, from, to) {
  const origin = lines.getBoundingClientRect();
  const placed = ({ element }) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [left, top] = [x - origin.x, y - origin.y];
    return { left, right: left + width, top, bottom: top + height, middle: top + height / 2 };
  };
  const centre = placed({ element: words });
  const into = (each, place) => line(each, before(placed(each), centre, (from.length - place) / (from.length + 1)));
  const outOf = (each, place) => line(each, after(centre, placed(each), (place + 1) / (to.length + 1)));
  show(lines, from.map(into), to.map(outOf));
}

function line({ kind, weight }, d) {
  return svg(`path.line.${kind}`, { d, "stroke-width": weight.toFixed(1) });
}

// `far` says how far out in the margin: the more lies between, the farther, so that no line crosses another.
function before(one, words, far) {
  if (one.right < words.left) return curve(one.right, one.middle, words.left, words.middle);
  return `M${one.left} ${one.middle}h${-far * MARGIN + BEND}q${-BEND} 0 ${-BEND} ${BEND}V${words.top}`;
}

function after(words, one, far) {
  if (one.left > words.right) return curve(words.right, words.middle, one.left, one.middle);
  return `M${one.left} ${one.middle}h${-far * MARGIN + BEND}q${-BEND} 0 ${-BEND} ${-BEND}V${words.bottom}`;
}

function curve(x1, y1, x2, y2) {
  const bend = (x1 + x2) / 2;
  return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`;
}
