// The conversation as this page knows it: turns in their order, lines on their way, and what is heard of both.

import { Away, change, get, newKey, Problem, query, whenGone } from "../api.js";
import { dayOf } from "../dates.js";
import { Hearing } from "../events.js";
import { house } from "../state.js";
import { Turn } from "./turn.js";

// What was said off the record lately: this tab alone has it, in its memory, and sends it along.
const unrecorded = { words: new Map(), talk: [] };
const MOST_EARLIER = 10;
const MOST_CHARACTERS = 8_000;
const UNSENT = "holdfast.unsent";
const PAGE = 50;
const STRIDE = 100; // turns at once on the way back to one of long ago

export class Conversation {
  // `told` hears of: added, sent, accepted, waiting, taken (lines that a turn took), ended, refused, trouble.
  constructor(told, signal) {
    this.told = told;
    this.signal = signal;
    this.turns = new Map();
    this.oldest = null; // of those that are known here
    this.newest = null;
    this.before = null; // asks for what is older, if there is more
    this.earlier = Promise.resolve(); // lines go out one after the other, so that they arrive in their order
  }

  async begin() {
    const { turns, before } = await this.page(null);
    this.before = before;
    const added = this.inARow(turns.filter((view) => view.turn_id));
    turns.filter((view) => !view.turn_id).forEach((view) => this.told.waiting(view));
    this.newest = added.at(-1) ?? null;
    return added;
  }

  async more(limit = PAGE) {
    if (!this.before) return [];
    const { turns, before } = await this.page(this.before, limit);
    const first = this.oldest;
    this.before = before;
    const added = this.inARow(turns);
    if (first && added.length) {
      first.previous = added.at(-1);
      first.paint(); // its day may have begun before
    }
    return added;
  }

  inARow(views) {
    const added = views.map((view) => this.know(view));
    added.slice(1).forEach((turn, place) => (turn.previous = added[place]));
    this.oldest = added[0] ?? this.oldest;
    return added;
  }

  async backUntil(isThere) {
    const turns = [...this.turns.values()];
    while (!isThere() && this.before) turns.unshift(...(await this.more(STRIDE)));
    return turns;
  }

  backTo(id) {
    return this.backUntil(() => this.turns.has(id));
  }

  backToDay(day) {
    return this.backUntil(() => this.oldest && dayOf(this.oldest.view.created_at) < day);
  }

  // Whether there is such a turn: nothing is looked for that is not there.
  async has(id) {
    return this.turns.has(id) || Boolean(await this.one(id).catch(whenGone));
  }

  one(id) {
    return get(`/v1/turns/${encodeURIComponent(id)}`, { signal: this.signal });
  }

  page(before, limit = PAGE) {
    return get(`/v1/turns${query({ limit, before })}`, { signal: this.signal });
  }

  know(view) {
    const turn = new Turn(view, this);
    this.turns.set(turn.id, turn);
    if (!turn.isOver) this.follow(turn);
    return turn;
  }

  async catchUp() {
    for (const view of (await this.page(null)).turns) {
      if (this.turns.has(view.turn_id)) this.turns.get(view.turn_id).learn(withWords(view));
      else if (view.turn_id) this.add(view);
    }
  }

  add(view) {
    const turn = this.know(view);
    const former = (turn.previous = this.newest);
    this.newest = turn;
    former?.paintFoot(); // its line is not the last any more
    this.oldest ??= turn;
    this.told.added(turn);
    return turn;
  }

  hear(event) {
    let turn = this.turns.get(event.turn_id);
    if (!turn) {
      if (event.event !== "started") return;
      turn = this.add(this.blank(event));
    }
    if (event.event === "started") this.learn(turn);
    const wasOver = turn.isOver;
    turn.hear(event);
    if (turn.isOver && !wasOver) {
      noteUnrecorded(turn.view);
      this.told.ended(turn);
    }
  }

  // A turn of which only the start was heard; who speaks first is told by the database.
  blank({ turn_id, covers }) {
    const now = new Date().toISOString();
    const engagement_id = house.project ?? house.me.personal_engagement_id;
    return { turn_id, covers, said: [], engagement_id, created_at: now, closed: null, failed: null, followed: true };
  }

  async learn(turn) {
    try {
      turn.learn(withWords(await this.one(turn.id)));
      this.told.taken(turn);
    } catch (error) {
      this.told.trouble(error);
    }
  }

  // A reply that was under way when the page was opened.
  follow(turn) {
    if (turn.view.followed) return;
    this.listen(["GET", `/v1/turns/${turn.id}/events`]).catch((error) => this.told.trouble(error));
  }

  listen(request, accepted = () => {}) {
    const { signal } = this;
    const interrupted = (error) => this.told.trouble(error);
    return new Hearing({ request, signal, accepted, interrupted, hear: (event) => this.hear(event) }).listen();
  }

  // What another look at the talk left on its way goes out again, under the same key: it arrives once.
  sendAgain() {
    unsent().forEach(({ text, project, key }) => this.say(text, project, key));
  }

  // In the place of a line: that one goes first, unless something that was read from it was answered meanwhile.
  async sayInstead({ turn, line }, text, project) {
    return this.say(text, project, newKey(), async () => {
      turn.learn(await this.one(turn.id));
      if (!turn.isOpen) return;
      await change("DELETE", `/v1/turns/${turn.id}/lines/${line}`, { memories: "erase" });
      turn.learn(await this.one(turn.id));
    });
  }

  async say(text, project, key = newKey(), first = () => {}) {
    const line = { text, key };
    this.told.sent(line);
    // Off the record nothing goes where a browser may write it to a disk.
    if (house.me.settings.write) keepUnsent([...unsent().filter((one) => one.key !== key), { text, project, key }]);
    const earlier = remembered();
    const body = {
      message: text, channel: "web", ...(project && { project_id: project }), ...(earlier.length && { earlier }),
    };
    const headers = { "Idempotency-Key": key };
    const before = this.earlier;
    let arrived;
    this.earlier = new Promise((resolve) => (arrived = resolve));
    try {
      await before;
      await first();
      const accepted = (answer) => {
        line.covers = [answer.headers.get("Holdfast-Line")];
        unrecorded.words.set(line.covers[0], text);
        this.told.accepted(line);
        keepUnsent(unsent().filter((one) => one.key !== key));
        arrived();
      };
      await this.listen(["POST", "/v1/converse", { body, headers }], accepted);
    } catch (error) {
      if (error.name !== "AbortError") this.fail(line, error);
    }
    arrived();
  }

  fail(line, error) {
    keepUnsent(unsent().filter((one) => one.key !== line.key));
    const saved = line.covers || (error instanceof Problem && error.saved === true);
    if (saved) this.told.trouble(error);
    else this.told.refused(line, error instanceof Away || error instanceof Problem ? error : new Away());
  }
}

// Lines that nobody has acknowledged yet; they outlive the view, not the session.
function unsent() {
  return JSON.parse(sessionStorage.getItem(UNSENT) ?? "[]");
}

function keepUnsent(lines) {
  if (lines.length) sessionStorage.setItem(UNSENT, JSON.stringify(lines));
  else sessionStorage.removeItem(UNSENT);
}

// What is kept nowhere is shown as long as this tab has it.
function withWords(view) {
  if (!view.off_the_record || view.said.length) return view;
  return { ...view, said: view.covers.map((id) => unrecorded.words.get(id)).filter(Boolean) };
}

function noteUnrecorded({ closed, covers }) {
  const said = covers.map((id) => unrecorded.words.get(id)).filter(Boolean).join("\n");
  if (!closed?.off_the_record) unrecorded.talk = [];
  else if (said && closed.reply) unrecorded.talk.push({ said, replied: closed.reply });
}

function remembered() {
  let left = MOST_CHARACTERS;
  const newest = unrecorded.talk.slice(-MOST_EARLIER).reverse();
  const kept = newest.findIndex(({ said, replied }) => (left -= [...said].length + [...replied].length) < 0);
  return (kept < 0 ? newest : newest.slice(0, kept)).reverse();
}
