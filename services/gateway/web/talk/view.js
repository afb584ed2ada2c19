// Talking: the conversation, the question that waits, and the line that is being written.

import { dayOf } from "../dates.js";
import { h, show as put, trouble } from "../elements.js";
import { clearDone, doneHere } from "../frame.js";
import { house, inTurn, on, refused } from "../state.js";
import { t } from "../texts.js";
import { WindowedList } from "../windowed.js";
import { aside } from "./aside.js";
import { begins } from "./begins.js";
import { Conversation } from "./conversation.js";
import { question, unanswered } from "./question.js";
import { reading } from "./reading.js";
import { strip } from "./strip.js";
import { sending, writing } from "./writing.js";

// `#/talk?turn=<id>` leads back to a line, `#/talk?day=2026-05-01` to a day; else the newest is what one wants to see.
export async function show(place, { parameters, signal }) {
  const view = parts(signal);
  put(place, laidOut(view));
  place.querySelectorAll(".flow, .desk, .strip").forEach(view.reading.attend);
  stayLive(view);
  view.line.focus();
  const turns = await view.talk.begin();
  const first = turns.length ? null : await import("./welcome.js");
  const day = parameters.get("day");
  const wanted = await (day ? firstOf(view, turns, day) : wantedIn(view, turns, parameters.get("turn")));
  view.list.begin(turns, wanted < 0 ? { atEnd: true } : { around: wanted });
  view.begin();
  view.begins.look();
  view.talk.sendAgain();
  put(view.beginning, first?.welcome(view.sorry, view.line));
  if (wanted < 0) view.reading.begin(); // before the question comes, so that nothing moves beneath a hand
  await view.look();
  if (!signal.aborted && wanted >= 0) turns[wanted].live.scrollIntoView({ block: day ? "start" : "center", behavior: "instant" });
}

// The first turn of that day, or what came next.
async function firstOf({ talk, wrong }, turns, day) {
  turns.splice(0, turns.length, ...(await talk.backToDay(day)));
  const place = turns.findIndex((turn) => dayOf(turn.view.created_at) >= day);
  if (place < 0 || dayOf(turns[place].view.created_at) > day) put(wrong, t("talk.no_day"));
  return place;
}

// The place of that turn among these, which may grow to reach it.
async function wantedIn({ talk, wrong }, turns, id) {
  if (!id) return -1;
  if (!(await talk.has(id))) {
    put(wrong, t("talk.not_here"));
    return -1;
  }
  turns.splice(0, turns.length, ...(await talk.backTo(id)));
  return turns.findIndex((turn) => turn.id === id);
}

function parts(signal) {
  const wrong = trouble();
  const sorry = (error) => refused(error, wrong);
  // Nothing is heard or said into a conversation of which it is not known how it stands.
  let begin;
  const begun = new Promise((resolve) => (begin = resolve));
  const view = { signal, wrong, sorry, begun, begin, lines: sending(), beginning: h("div") };
  view.announced = h("p.unseen", { role: "status" });
  view.rows = h("ol.turns", { "aria-label": t("talk.so_far") });
  view.talk = new Conversation(told(view), signal);
  view.list = new WindowedList(view.rows, { before: () => earlier(view), failed: sorry });
  view.strip = strip({ signal, sorry });
  view.reading = reading(signal,
    { list: () => view.list, card: () => view.asked.element.querySelector(".question .offer"), strip: view.strip });
  view.asked = question({ signal, sorry, keepingUp: view.reading.keepingUp, newest: () => view.talk.newest });
  view.begins = begins({ signal, keepingUp: view.reading.keepingUp });
  view.line = writing({ signal, send: (text, former) => begun.then(() => (former
    ? view.talk.sayInstead(former, text, house.project) : view.talk.say(text, house.project))) });
  view.waiting = unanswered({ signal, newest: () => view.talk.newest, standing: view.asked.standing });
  const look = inTurn(() => view.asked.look().then(view.waiting));
  view.look = () => look().catch(sorry);
  view.catchUp = inTurn(() => view.talk.catchUp().then(view.look));
  return view;
}

async function earlier({ talk, waiting, sorry }) {
  const turns = await talk.more();
  waiting().catch(sorry);
  return turns;
}

function laidOut({ signal, strip, beginning, begins: greeting, rows, lines, asked, announced, reading: { below }, wrong, line }) {
  return h("div.talk",
    strip,
    h("h1.unseen", { tabindex: "-1" }, t("talk.title", { companion: house.me.companion_name })),
    h("div.column.flow", beginning, rows, greeting.element, lines.element, asked.element, aside(signal), announced),
    h("div.desk", h("div.column", below, doneHere(), wrong, line.element)));
}

function told(view) {
  return {
    added: (turn) => view.reading.keepingUp(() => view.list.push(turn)),
    sent: (line) => sent(view, line),
    accepted: view.lines.accepted,
    waiting: ({ said, covers }) => said.forEach((text) => view.lines.put({ text, covers })),
    taken: (turn) => view.reading.keepingUp(() => view.lines.taken(turn)),
    ended: (turn) => ended(view, turn),
    refused: (line, error) => {
      line.element.remove();
      view.line.giveBack(line.text);
      view.sorry(error);
    },
    trouble: view.sorry,
  };
}

function sent({ wrong, beginning, begins: greeting, asked, lines, reading: { toEnd } }, line) {
  [wrong, beginning].forEach((each) => put(each));
  clearDone();
  greeting.over();
  asked.quiet();
  lines.put(line);
  toEnd("smooth");
}

function ended({ wrong, announced, lines, look }, turn) {
  put(wrong);
  put(announced, turn.shown);
  lines.taken(turn);
  look();
}

function stayLive({ announced, line, signal, begun, talk, catchUp, sorry, list, reading: { keepingUp } }) {
  on("heard", (event) => begun.then(() => keepingUp(() => talk.hear(event))), signal);
  ["back", "memory"].forEach((what) => on(what, () => begun.then(catchUp).catch(sorry), signal));
  on("told", (sentence) => put(announced, sentence), signal);
  on("edit", (former) => line.edit(former), signal);
  signal.addEventListener("abort", () => list.end());
}
