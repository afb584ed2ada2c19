// One conversation: what it would leave while it is being closed, what it left, and what was said in it.

import { change, get, query, whenGone } from "../api.js";
import { ago, date, time } from "../dates.js";
import { button, h, heading, icon, nothing, show as put, trouble, wrote } from "../elements.js";
import { redraw } from "../notebook/parts.js";
import { attempt, inTurn, on, refused } from "../state.js";
import { rendered } from "../talk/markdown.js";
import { has, t } from "../texts.js";
import { WindowedList } from "../windowed.js";
import { memoryOf } from "./memory.js";
import { review } from "./review.js";

const LOOK_MS = 1_000;
const PAGE = 50;

// `#/conversation` is the one that is open now.
export async function show(place, { about, signal }) {
  const view = {
    signal, wrong: trouble(), title: heading(""), now: h("p.aside", { role: "status" }), inside: h("div.inside"),
    words: h("div"), conversation: null, drawn: "", review: null, timer: null,
  };
  const first = await get(`/v1/conversations/${encodeURIComponent(about ?? "current")}`, { signal }).catch(whenGone);
  if (!first) return put(place, gone());
  view.path = `/v1/conversations/${first.conversation_id}`;
  const back = h("a.way-back", { href: "#/archive", "data-back": true }, icon("back"), t("places.archive"));
  put(place, h("div.view.left.one", back, h("header", view.title, view.now), view.wrong, view.inside, view.words));
  const look = inTurn(() => get(view.path, { signal }).then((next) => draw(view, next)));
  view.look = () => look().catch((error) => refused(error, view.wrong));
  ["conversation", "memory", "back"].forEach((what) => on(what, view.look, signal));
  signal.addEventListener("abort", () => clearTimeout(view.timer));
  draw(view, first);
  view.title.focus();
}

const gone = () => nothing(t("conversation.none"), t("conversation.none_what"), "#/archive", t("places.archive"));

// What is being written in stays as long as it is the same draft.
function draw(view, next) {
  const { status, draft, progress, memories } = next;
  const state = status === "ready_to_close" && !draft ? (progress?.failed ? "failed" : "making") : status;
  const key = JSON.stringify([state, draft?.version, memories]);
  view.conversation = next;
  put(view.title, t(`conversation.title.${state === "archived" && !memories.length ? "earlier" : state}`));
  put(view.now, DRAWN[state].said(next));
  clearTimeout(view.timer);
  if (["making", "compressing"].includes(state)) view.timer = setTimeout(view.look, LOOK_MS);
  if (state !== "ready_to_close") view.review = null;
  if (state === "making" || key !== view.drawn) DRAWN[state].draw(view);
  view.drawn = key;
}

const DRAWN = {
  active: { said: ({ paused }) => paused && t("conversation.paused"), draw: open },
  making: { said: ({ progress }) => t(stepOf(progress)), draw: making },
  failed: { said: () => t("closing.failed"), draw: failed },
  ready_to_close: { said: ({ draft }) => t("closing.made", { when: ago(draft.made_at) }), draw: reviewing },
  compressing: { said: () => t("closing.keeping"), draw: (view) => put(view.inside) },
  archived: { said: ended, draw: left },
};

const stepOf = (progress) => (has(`closing.step.${progress?.step}`) ? `closing.step.${progress.step}` : "closing.step.gather");

function ended({ began_at: began, kept, turns }) {
  return [date(began), t("archive.turns", { count: turns }), kept && t(`archive.kept.${kept}`)].filter(Boolean).join(" · ");
}

function open(view) {
  put(view.inside, h("div.row", h("a.button", { href: "#/talk" }, icon("talk"), t("notebook.go_talk"))));
  transcript(view);
}

// ---- while it is being closed

const send = (view, verb, body = {}) => change("POST", `${view.path}/${verb}`, body);

// Refused because it stands otherwise by now, it is shown as it stands.
function move(view, verb, body, next) {
  return attempt(view.wrong, async () => next(await send(view, verb, body)), (now) => draw(view, now));
}

const goOn = (view) => move(view, "resume", {}, () => (location.hash = "#/talk"));

const goingOn = (view, style = "") => button(t("closing.go_on"), () => goOn(view), style);

function making(view) {
  const { done = 0, total = 1 } = view.conversation.progress ?? {};
  const label = t("closing.progress");
  redraw(view.inside, h("div.far", h("p", t("closing.making")), h("progress", { max: total, value: done, "aria-label": label })),
    h("div.row", goingOn(view)));
}

function failed(view) {
  const again = () => move(view, "close", {}, (now) => draw(view, now));
  const none = () => move(view, "keep-nothing", {}, (now) => draw(view, now));
  put(view.inside, h("p", t("closing.failed_what")),
    h("div.row", button(t("closing.again"), again, ".yes"), goingOn(view), button(t("closing.nothing"), none, ".plain")));
}

function reviewing(view) {
  if (view.review) return view.review.renew(view.conversation);
  view.review = review({
    conversation: view.conversation, signal: view.signal, goOn: () => goOn(view),
    act: (verb, body) => move(view, verb, body, (now) => {
      draw(view, now);
      view.title.focus();
    }),
  });
  put(view.inside, view.review.element);
}

// ---- once it is over

function left(view) {
  const { memories } = view.conversation;
  redraw(view.inside, memories.map((each) => memoryOf(each, { alone: true, changed: view.look }).element()));
  transcript(view);
}

// What was said, a stretch at a time.
function transcript(view) {
  if (view.list) return;
  const { signal, path, wrong } = view;
  const rows = h("ol.turns.was-said", { "aria-label": t("conversation.said") });
  let after = null;
  const more = async () => {
    if (after === undefined) return [];
    const page = await get(`${path}/transcript${query({ after, limit: PAGE })}`, { signal });
    after = page.after ?? undefined;
    return page.turns.map(said);
  };
  view.list = new WindowedList(rows, { after: more, failed: (error) => refused(error, wrong) });
  signal.addEventListener("abort", () => view.list.end());
  put(view.words, h("h2", t("conversation.said")), rows);
  more().then((turns) => view.list.begin(turns), (error) => refused(error, wrong));
}

function said({ turn_id: id, said: lines, closed, created_at: at, off_the_record: quiet }) {
  const element = () => h("li.turn",
    h("div.said", quiet ? h("p.aside", t("talk.unrecorded")) : lines.map((line) => wrote("p.mine", line))),
    closed?.reply && h("div.theirs", wrote("div.reply", rendered(closed.reply))),
    h("p.facts", h("time", { datetime: at }, time(at)), id && !quiet && h("a", { href: `#/why/${id}` }, icon("why"), t("talk.why"))));
  return { element };
}
