// One turn: what was said, what came back, and what it did to memory.

import { day, sameDay, time } from "../dates.js";
import { button, h, icon, show, wrote } from "../elements.js";
import { address, markOf } from "../memory.js";
import { engagement, isStory, tell } from "../state.js";
import { has, t } from "../texts.js";
import { rendered } from "./markdown.js";
import { waiting } from "./waiting.js";

const REASONS = { rejected: "rejected", retracted: "forgotten", committed: "replaced", corrected: "replaced" };

const isLater = (one, other) => one.map((part, place) => part - (other[place] ?? -1)).find((difference) => difference) > 0;

export class Turn {
  constructor(view, talk) {
    this.id = view.turn_id;
    this.talk = talk;
    this.previous = null;
    this.streamed = "";
    this.attempt = [];
    this.pieces = 0;
    this.view = view;
    this.live = null; // its element, while it is in the document
    this.unanswered = null; // of what it asked about, the first that still waits and is asked about no more
  }

  get end() {
    const { closed, failed } = this.view;
    if (closed?.off_the_record && !closed.reply) return t("talk.unrecorded");
    return closed?.reply ?? (failed ? failure(failed) : null);
  }

  // What is asked stands on its card: the reply beside it is a short sentence.
  get shown() {
    const { reply, asked, offer } = this.view.closed ?? {};
    if (!offer || offer.kind === "closing" || !asked || !reply.endsWith(asked)) return this.end;
    const own = `talk.asked.${offer.kind}`;
    return reply.slice(0, -asked.length).trim() || (has(own) && !offer.awaits ? t(own) : t("talk.asked"));
  }

  get isOver() {
    return this.end !== null;
  }

  // What it noted or changed.
  get memory() {
    return new Set(this.view.closed?.memory.map((each) => each.assertion_id));
  }

  // How something that it asked about stands by now, where that is known.
  standing(id) {
    return this.view.items?.find((item) => item.assertion_id === id)?.force;
  }

  learn(view) {
    const isOver = this.isOver && !view.closed && !view.failed; // an older answer must not take the end away
    if (view.off_the_record && this.view.closed?.reply) {
      // What is here is kept nowhere else; the words may come after the end.
      if (this.view.said.length || !view.said.length) return;
      this.view = { ...this.view, said: view.said };
      this.paint();
      return;
    }
    const next = isOver ? { ...view, closed: this.view.closed, failed: this.view.failed } : view;
    if (JSON.stringify(next) === JSON.stringify(this.view)) return; // what is read or pressed just now stays
    this.view = next;
    this.paint();
  }

  // An event, from whichever stream; each piece counts once.
  hear(event) {
    if (this.isOver) return;
    const kind = event.event;
    if (kind === "closed" || kind === "failed") this.view = { ...this.view, [kind]: event, covers: event.covers };
    else if (kind === "restarted") this.begin(event.attempt);
    else if (kind === "offer") this.asks = true; // what comes now is the question
    else if (kind === "piece") this.take(event);
    else return;
    this.paintReply();
  }

  take({ attempt, n, text }) {
    if (isLater(attempt, this.attempt)) this.begin(attempt);
    if (String(attempt) !== String(this.attempt) || n !== this.pieces) return;
    this.pieces += 1;
    if (!this.asks) this.streamed += text;
  }

  waits(waiting) {
    const asked = (this.view.closed?.offer?.items ?? []).map((item) => item.assertion_id);
    const [first = null] = asked.filter((id) => waiting.delete(id));
    if (first === this.unanswered) return;
    this.unanswered = first;
    this.paintFoot();
  }

  begin(attempt) {
    this.attempt = attempt;
    this.pieces = 0;
    this.streamed = "";
    this.asks = false;
  }

  element() {
    this.live = h("li.turn", { "data-turn": this.id });
    this.paint();
    return this.live;
  }

  paint() {
    if (!this.live) return;
    const { said, created_at: at } = this.view;
    const isNewDay = !this.previous || !sameDay(this.previous.view.created_at, at);
    this.reply = wrote("div.reply");
    this.foot = h("div.turn-foot");
    show(this.live,
      isNewDay && h("p.day", h("span", day(at))),
      this.place(),
      said.length > 0 && h("div", { class: said.length > 1 ? "said together" : "said" },
        h("span.unseen", t("talk.you")),
        said.map((line) => h("div.own", wrote("p.mine", line), h("span.facts", copying("copy_mine", () => line)))),
        said.length > 1 && h("p.aside", t("talk.together"))),
      h("div.theirs", h("span.unseen", t("talk.companion")), this.reply),
      this.foot);
    this.paintReply();
  }

  place() {
    const id = this.view.engagement_id;
    const before = this.previous?.view.engagement_id;
    if (!id || id === before || (!before && isStory(id))) return null;
    const title = isStory(id) ? t("talk.nowhere") : engagement(id)?.title;
    return title ? h("p.aside.where", title) : null;
  }

  paintReply() {
    if (!this.live) return;
    this.live.classList.toggle("under-way", !this.isOver);
    this.reply.setAttribute("aria-busy", String(!this.isOver));
    const dots = !this.isOver && h("span.waiting", { "aria-label": t("talk.thinking") });
    show(this.reply, rendered(this.shown ?? this.streamed), dots);
    this.live.classList.toggle("failed", Boolean(this.view.failed));
    this.paintFoot();
  }

  paintFoot() {
    if (this.isOver) this.wait?.over();
    if (!this.live) return;
    if (this.isOver) show(this.foot, this.ending());
    else if (this.foot.firstChild !== (this.wait ??= waiting(this)).element) show(this.foot, this.wait.element);
  }

  // The lines of it that are kept.
  get lines() {
    const { covers, said, taken_out: gone = [], off_the_record: quiet } = this.view;
    if (quiet || said.length !== covers.length) return [];
    return covers.map((line, place) => ({ turn: this, line, text: said[place] })).filter(({ line }) => !gone.includes(line));
  }

  // Nothing that was read from it was answered yet: it may go with its line.
  get isOpen() {
    return (this.view.closed?.memory ?? []).every(({ assertion_id: id, force }) => (this.standing(id) ?? force) === "held");
  }

  // Each line can be taken out of the talk by itself, and the last one written anew.
  leaving() {
    const last = this.talk.newest === this && this.lines.at(-1);
    return [
      last && small("edit", () => tell("edit", last)),
      this.lines.map((one) => button(t("take_out.open"), () => import("./leaving.js").then(({ takeOut }) => takeOut(one)))),
    ];
  }

  ending() {
    const { closed, created_at: at } = this.view;
    const asked = new Set(closed?.offer?.items.map((item) => item.assertion_id)); // its card shows these
    const now = new Map((this.view.items ?? []).map((item) => [item.assertion_id, item]));
    const waits = ({ assertion_id: id, force }) => (now.get(id)?.force ?? force) === "held" && asked.has(id);
    const before = this.previous?.memory ?? new Set(); // there it stands already, as it is now
    const changes = (closed?.memory ?? []).filter((each) => !waits(each) && !before.has(each.assertion_id));
    return [
      closed?.notice && h("p.aside.notice", { dir: "auto" }, closed.notice),
      changes.length > 0 && h("ul.changes", changes.map(changed(closed.action, now))),
      this.unanswered && h("p.aside", h("a", { href: address(this.unanswered) }, t("talk.unanswered"))),
      h("p.facts", h("time", { datetime: at }, time(at)),
        this.shown && copying("copy", () => this.shown),
        this.leaving(),
        closed?.off_the_record && h("span", t("talk.off_the_record")),
        closed && !closed.off_the_record && h("a", { href: `#/why/${this.id}`, "aria-label": t("why.title") }, icon("why"), t("talk.why"))),
    ];
  }
}

const small = (name, onclick) =>
  h("button", { type: "button", "aria-label": t(`talk.${name}`), title: t(`talk.${name}`), onclick }, icon(name.split("_")[0]));

// Absent where the page is not served from this machine or over TLS.
function copying(name, text) {
  const copy = async ({ currentTarget: pressed }) => {
    await navigator.clipboard.writeText(text());
    pressed.removeAttribute("aria-label");
    pressed.textContent = t("talk.copied");
    tell("told", t("talk.copied"));
  };
  return navigator.clipboard && small(name, copy);
}

// `now` tells how each stands by now, where that is known: the turn itself only says what it did.
export function changed(action, now = new Map()) {
  const reason = (force) => (force === "retracted" ? REASONS[action] : null);
  return ({ assertion_id: id, force, content }) =>
    h("li", markOf(now.get(id) ?? { force, reason: reason(force) }), " ", h("a", { href: address(id), dir: "auto" }, content));
}

export function failure({ code, detail, saved }) {
  if (code === "stopped" && !saved && has("failed.stopped")) return t("failed.stopped"); // nothing has to be said again
  return has(`failed.${code}`) ? `${t("failed." + code)} ${t(saved ? "failed.kept" : "failed.not_kept")}` : detail;
}
