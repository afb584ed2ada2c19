// How each kind of question is answered: one by one, by choosing among several, or as a pair that does not fit.

import { date } from "../dates.js";
import { button, h, wrote } from "../elements.js";
import { mark, odd, pair, quoted, wording } from "../memory.js";
import { t } from "../texts.js";

const ANSWERS = {
  remember: ["yes", "change", "no", "never"],
  project_facts: ["yes", "change", "no", "never"],
  cross_promote: ["yes", "change", "no"],
  retract: ["yes", "never", "no"],
};
const STYLES = { yes: ".yes", never: ".plain" };

const bound = ({ assertion_id, version, text_hash }, answer, text) => ({ assertion_id, version, text_hash, answer, text });

const all = (items, answer) => items.map((item) => bound(item, answer));

export function one({ items, kind }, answer, keep) {
  const shown = (item) => () => h("li.item", said(item), deciding(item, kind, answer));
  if (!items.length) return ofLine(answer);
  return h("div.items",
    h("ul.items", items.map((item) => keep([kind, item.assertion_id, item.version, item.text_hash].join(), shown(item)))),
    items.length > 1 && kind !== "retract" && h("div.row.offer-end",
      button(t("question.all"), () => answer(all(items, "yes")), ".yes"),
      button(t("question.none"), () => answer(all(items, "no")))));
}

// Where nothing was kept of it, a line alone is asked about.
const ofLine = (answer) => h("div.row", { role: "group", "aria-label": t("take_out.ask") },
  button(t("take_out.yes"), () => answer([], "yes"), ".yes"), button(t("answer.retract.no"), () => answer([], "no")));

// What asks for care: what is private and whose it is, and why a yes in words is not enough.
function care({ delicate, whose, card_for: why }) {
  const notes = [delicate && why !== "private_to_others" && t(`question.private.${whose}`), why && t(`question.card.${why}`)];
  return notes.map((note) => note && h("p.aside", h("span.note", note)));
}

const numbered = ({ display_number: number }) => h("p.aside", t("question.number", { number }));

// Of English, as the doors turn it when they quote a person to themself.
const TURNED = { i: "you", "i'm": "you're", im: "you're", "i've": "you've", ive: "you've", "i'd": "you'd", "i'll": "you'll", am: "are",
  was: "were", me: "you", my: "your", mine: "yours", myself: "yourself" };
const towards = (text) => text.replaceAll("\u2019", "'").replace(/[.!?\s]+$/, "").toLowerCase().split(/\s+/)
  .map((word) => TURNED[word] ?? word).join(" ");

// The line stands right above: what merely says “you” for “I” is not said twice.
function said(item) {
  const { shown_text: text, own_words: words, display_number: number } = item;
  const differs = words && towards(text) !== towards(words);
  return h("div.said-so", wrote("p.content", text), odd(text), differs && quoted(words, text),
    (!words || item.is_over) && number > 0 && numbered(item), care(item), item.beside && near(item.beside));
}

// What is known of the same: a yes keeps both.
function near({ shown_text: text, display_number: number, noted }) {
  return h("div.near", h("p.aside", t("question.beside", { number }), noted && `, ${date(noted)}`), wrote("p", text), odd(text));
}

function deciding(item, kind, answer) {
  const group = h("div.row", { role: "group", "aria-label": item.shown_text });
  const leave = () => {
    asked.replaceWith(group);
    group.querySelector("button").focus();
  };
  let asked;
  // It is asked about once more, as it reads then.
  const change = () => {
    asked = wording({ text: item.shown_text, save: (text) => answer([bound(item, "change", text)]), leave });
    group.replaceWith(asked);
  };
  const press = (what) => (what === "change" ? change() : answer([bound(item, what)]));
  const answers = (ANSWERS[kind] ?? ["yes", "no"]).map((what) => button(label(kind, what, item), () => press(what), STYLES[what]));
  if (item.beside) answers.splice(1, 0, button(instead(item.beside), () => press("instead")));
  group.append(...answers);
  return group;
}

const instead = ({ display_number: number }) => t("answer.instead", { number });

function label(kind, what, item) {
  if (item.is_over && what !== "never") return t(`answer.over.${what}`);
  const own = kind === "retract" || (kind === "cross_promote" && what !== "change");
  return t(own ? `answer.${kind}.${what}` : `answer.${what}`);
}

export function selection({ items, never_again: never }, answer) {
  const boxes = items.map((item) => ({ item, box: h("input", { type: "checkbox", onchange: () => fit() }) }));
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ item }) => item);
  const go = button("", () => answer(all(chosen(), never ? "never" : "yes")), ".yes");
  const fit = () => {
    go.disabled = chosen().length === 0;
    const count = chosen().length;
    go.textContent = count ? t("question.forget_chosen", { count }) : t("answer.retract.yes");
  };
  fit();
  return h("div.items",
    h("ul.items", boxes.map(({ item, box }) => h("li.item.choice",
      h("label", box, h("span", wrote("span.content", item.shown_text), odd(item.shown_text), numbered(item), care(item)))))),
    h("div.row.offer-end", go, button(t("question.none_of_these"), () => answer(all(items, "no")))));
}

export function clash({ items: [known, fresh] }, answer) {
  const side = (item, force) => [mark(force, t(force === "held" ? "memory.new" : "force.committed")),
    wrote("p.content", item.shown_text), odd(item.shown_text), quoted(item.own_words, item.shown_text),
    item.noted && h("p.aside", t("question.told", { when: date(item.noted) })), force === "held" && care(item)];
  return h("div.items",
    pair(side(known, "committed"), side(fresh, "held")),
    h("div.row", { role: "group", "aria-label": t("question.clash") },
      button(instead(known), () => answer([bound(fresh, "yes")]), ".yes"),
      button(t("answer.clash.both"), () => answer(all([known, fresh], "yes"))),
      button(t("answer.clash.drop"), () => answer([bound(fresh, "no")]))));
}
