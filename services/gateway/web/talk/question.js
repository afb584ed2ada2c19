// What waits for an answer, as cards: what the last reply asked stands open, what was talked past is folded beneath it.
//
// A card binds each answer to the version and the text that it shows; answering in words leads to the same state.

import { change, get, isNobody, Problem, query } from "../api.js";
import { h, show, trouble } from "../elements.js";
import { done } from "../frame.js";
import { giveBack } from "../memory.js";
import { refreshEngagements } from "../state.js";
import { t } from "../texts.js";
import { card } from "./card.js";
import { changed } from "./turn.js";

const HELD = new Set(["remember", "cross_promote", "project_facts"]); // these ask about what is held
const MOST = 100; // of the newest: what waits longer is found in the notebook

// `newest` gives the newest turn: where words came after the question, their reply tells what became of it.
export function question({ signal, sorry, keepingUp, newest }) {
  const first = h("section.question", { "aria-live": "polite" });
  const count = h("summary");
  const cards = h("div.later-cards");
  const later = h("details.later", { hidden: true }, count, cards);
  const element = h("div", first, later);
  const parts = new Map();
  let acted = 0;
  let views = []; // as they are shown
  let looking = Promise.resolve();

  const front = () => views.find((view) => view.open);
  const standing = () => (front()?.offer.items ?? []).map(({ assertion_id: id }) => id);

  // A place without anything in it need not be announced.
  function fill(inside) {
    show(first, inside);
    if (inside) first.setAttribute("aria-label", t("question.waits"));
    else first.removeAttribute("aria-label");
  }

  function look() {
    return (looking = looking.then(refresh).catch(sorry));
  }

  async function refresh() {
    const since = acted;
    const { offers } = await get("/v1/offers", { signal });
    if (since !== acted) return refresh(); // an older look must not bring back what was answered meanwhile
    const before = views;
    const next = (views = opened(eachOnce(offers.flatMap(undecided))));
    if (!same(before, next)) keepingUp(() => keepingFocus(() => draw(before)));
  }

  // What was decided in the notebook or on another page meanwhile is asked about no more.
  function undecided(view) {
    if (view.offer.kind === "closing") return []; // it is looked at as a whole, in its own view
    const turn = view.turn_id === newest()?.id && HELD.has(view.offer.kind) ? newest() : null;
    const items = view.offer.items.filter(({ assertion_id: id }) => (turn?.standing(id) ?? "held") === "held");
    return items.length || isOfLine(view) ? [{ ...view, offer: { ...view.offer, items } }] : [];
  }

  // What the last reply asked stands open, also once its answer was taken back.
  function opened(found) {
    return found.map((view, place) => ({ ...view, open: place === 0 && (view.asked || view.turn_id === newest()?.id) }));
  }

  function draw(before) {
    const now = views.filter((view) => view.open);
    const waiting = views.filter((view) => !view.open);
    const former = before.filter((view) => view.open);
    if (!same(former, now)) fill(now.length ? cardOf(now[0]) : closed(former[0]));
    if (same(before.filter((view) => !view.open), waiting)) return;
    show(count, t("frame.waiting", { count: waiting.flatMap(decided).length }));
    show(cards, waiting.map(cardOf));
    later.hidden = waiting.length === 0;
  }

  // What was answered where one is not says so; what was talked past waits beneath.
  function closed(former) {
    const waits = views.some(({ offer }) => offer.offer_id === former.offer.offer_id);
    return !waits && newest()?.id === former.turn_id && h("p.aside.overtaken", t("question.overtaken"));
  }

  const cardOf = (view) => card(view, answer, keep);

  function keep(name, make) {
    if (!parts.has(name)) parts.set(name, make());
    return parts.get(name);
  }

  function keepingFocus(act) {
    const active = document.activeElement;
    const within = element.contains(active);
    act();
    if (within && element.contains(active)) active.focus({ preventScroll: true });
  }

  // What the next words overtake: a question that is gone need not be mentioned for ever.
  function quiet() {
    if (!front()) fill(null);
  }

  async function answer(kind, items, line) {
    const isMeant = (each) => (line ? isOfLine(each) : items.every((item) => shows(each, item)));
    const view = views.find((each) => each.offer.kind === kind && isMeant(each));
    const place = view.open ? first : later;
    const buttons = [...place.querySelectorAll("button:not(:disabled)")];
    buttons.forEach((each) => (each.disabled = true));
    try {
      const became = await change("POST", `/v1/offers/${view.offer.offer_id}`, line ? { line } : { items });
      settle(view, trace(became, view.turn_id === newest()?.id && newest().memory));
      say(became, quiet, view.line);
    } catch (error) {
      if (!(error instanceof Problem) || isNobody(error)) return sorry(error);
      settle(view, show(trouble(), error.message));
    } finally {
      buttons.forEach((each) => (each.disabled = false));
    }
    refreshEngagements().catch(sorry);
    await look();
    const next = [place, first].map((each) => each.querySelector("textarea") ?? each.querySelector("button"));
    const goesOn = next.find((each) => each?.checkVisibility()) ?? document.querySelector(".writing textarea");
    goesOn?.focus({ preventScroll: true });
  }

  // Until it is known what is asked next.
  function settle(view, inside) {
    const before = views;
    acted += 1;
    views = views.filter(({ offer }) => offer.offer_id !== view.offer.offer_id);
    draw(before);
    if (!front()) fill(inside);
  }

  return { element, look, quiet, standing };
}

// What an offer asks about; of two that differ, about the new one.
const decided = ({ offer: { kind, items } }) => (kind === "clash" ? items.slice(-1) : items);

// Of one of which nothing was kept.
const isOfLine = ({ offer, line }) => Boolean(line) && !offer.items.length;

const shows = ({ offer }, { assertion_id: id }) => offer.items.some((item) => item.assertion_id === id);

// What was asked again, waits no second time.
function eachOnce(views) {
  const seen = new Set();
  return views.flatMap((view) => {
    const name = ({ assertion_id: id }) => `${view.offer.kind === "retract"} ${id}`;
    const left = new Set(decided(view).filter((item) => !seen.has(name(item))));
    left.forEach((item) => seen.add(name(item)));
    const items = view.offer.kind === "clash" ? view.offer.items : [...left];
    return left.size || isOfLine(view) ? [{ ...view, offer: { ...view.offer, items } }] : [];
  });
}

function same(one, other) {
  const shown = ({ open, asked, offer, line }) => JSON.stringify([open, asked, offer, line]);
  return one.map(shown).join() === other.map(shown).join();
}

// What became of it stands there until the next words, unless it stands with the reply right above.
function trace({ action, memory }, above) {
  const settled = memory.filter(({ force, assertion_id: id }) => force !== "held" && !(above && above.has(id)));
  return settled.length > 0 && h("ul.changes", settled.map(changed(action)));
}

// Undo takes the trace along: what it told is not so any more.
function say({ action, memory, stored_count: count }, clear, line) {
  const undo = () => giveBack(memory).then(clear).then(refreshEngagements);
  const sentence = action === "committed" ? t("question.kept", { count }) : t(`question.did.${action}`);
  const out = action === "retracted" && line ? ` ${t("question.did.erased")}` : "";
  done(sentence + out, memory.some(({ force }) => force !== "held") && undo);
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
