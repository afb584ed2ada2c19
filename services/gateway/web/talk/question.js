// The question that waits, as a card: how it was understood, the person's own words beneath, and the answers.
//
// A card binds each answer to the version and the text that it shows; answering in words leads to the same state.

import { change, get, isNobody, Problem, query } from "../api.js";
import { ago } from "../dates.js";
import { h, show, trouble } from "../elements.js";
import { done } from "../frame.js";
import { withArrows } from "../keys.js";
import { giveBack } from "../memory.js";
import { refreshEngagements } from "../state.js";
import { t } from "../texts.js";
import { clash, one, selection } from "./answers.js";
import { changed } from "./turn.js";

const MOST = 100; // of the newest: what waits longer is found in the notebook
const FORMS = { clash, retract: (offer, answer) => (offer.items.length > 1 ? selection : one)(offer, answer) };

// `newest` gives the newest turn: where words came after the question, their reply tells what became of it.
export function question({ signal, sorry, keepingUp, newest }) {
  const element = h("section.question", { "aria-live": "polite" });
  let current = null;
  let looking = Promise.resolve();

  // A place without anything in it need not be announced.
  function fill(inside) {
    show(element, inside);
    if (inside) element.setAttribute("aria-label", t("question.waits"));
    else element.removeAttribute("aria-label");
  }

  function look() {
    return (looking = looking.then(refresh).catch(sorry));
  }

  async function refresh() {
    const [next = null] = (await get("/v1/offers", { signal })).offers;
    if (same(current, next)) return;
    const elsewhere = current && !next && newest()?.id === current.turn_id;
    if (elsewhere) fill(h("p.aside.overtaken", t("question.overtaken")));
    else if (current || next) put(next);
    current = next;
  }

  const standing = () => (current?.offer.items ?? []).map((item) => item.assertion_id);

  // What the next words overtake: a question that is gone need not be mentioned for ever.
  function quiet() {
    if (!current) fill(null);
  }

  function put(view) {
    keepingUp(() => fill(view && card(view, answer)));
  }

  async function answer(items) {
    const { offer } = current;
    const buttons = [...element.querySelectorAll("button")];
    buttons.forEach((each) => (each.disabled = true));
    try {
      const became = await change("POST", `/v1/offers/${offer.offer_id}`, { items });
      current = null;
      fill(trace(became));
      say(became, () => fill(null));
    } catch (error) {
      buttons.forEach((each) => (each.disabled = false));
      if (!(error instanceof Problem) || isNobody(error)) return sorry(error);
      current = null;
      fill(show(trouble(), error.message));
    }
    refreshEngagements().catch(sorry);
    await look();
    (element.querySelector("button") ?? document.querySelector(".writing textarea"))?.focus({ preventScroll: true });
  }

  return { element, look, quiet, standing };
}

function same(one, other) {
  if (!one || !other) return one === other;
  const seen = ({ offer }) => offer.items.map((item) => `${item.assertion_id} ${item.version}`).join();
  return one.offer.offer_id === other.offer.offer_id && seen(one) === seen(other);
}

function card({ offer, expires_at: until }, answer) {
  const form = (FORMS[offer.kind] ?? one)(offer, answer);
  return withArrows(h("div.card.offer.arrive",
    h("h2", title(offer)),
    form,
    offer.more > 0 && h("p.aside", t("question.more", { count: offer.more })),
    offer.needs_control && h("p.aside", t("question.control", { count: offer.items.length })),
    h("p.aside", t("question.lapses", { when: ago(until) }))));
}

function title({ kind, items, needs_choice: choice, never_again: never }) {
  if (kind === "retract" && (choice || items.length > 1)) return t("question.which");
  if (kind === "retract" && never) return t("question.never_again");
  return t(`question.${kind}`, { count: items.length });
}

// What became of it stands there until the next words.
function trace({ action, memory }) {
  const settled = memory.filter(({ force }) => force !== "held");
  return settled.length > 0 && h("ul.changes", settled.map(changed(action)));
}

// Undo takes the trace along: what it told is not so any more.
function say({ action, memory, stored_count: count }, clear) {
  const undo = () => giveBack(memory).then(clear).then(refreshEngagements);
  const sentence = action === "committed" ? t("question.kept", { count }) : t(`question.did.${action}`);
  done(sentence, memory.some(({ force }) => force !== "held") && undo);
}

// ---- what was asked and not answered: the reply that asked says that it waits in the notebook, for as long as it does

// `standing` gives what is asked about now: that has its card.
export function unanswered({ signal, newest, standing }) {
  return async () => {
    const asked = [...backFrom(newest())].filter((turn) => turn.view.closed?.offer);
    if (!asked.length) return;
    const { assertions } = await get(`/v1/assertions${query({ force: "held", limit: MOST })}`, { signal });
    const waiting = new Set(assertions.map((each) => each.assertion_id));
    standing().forEach((id) => waiting.delete(id));
    asked.forEach((turn) => turn.waits(waiting)); // only the last reply that asked says so
  };
}

function* backFrom(turn) {
  for (; turn; turn = turn.previous) yield turn;
}
