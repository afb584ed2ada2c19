// Talking: the conversation, the question that waits, and the line that is being written.

import { clearDone } from "../done.js";
import { button, h, show as put, trouble, wrote } from "../elements.js";
import { house, on, refused } from "../state.js";
import { t } from "../texts.js";
import { WindowedList } from "../windowed.js";
import { Conversation } from "./conversation.js";
import { question } from "./question.js";
import { strip } from "./strip.js";
import { welcome } from "./welcome.js";
import { writing } from "./writing.js";

const NEAR_END = 240; // pixels from the end at which one is still reading along

// `#/talk?turn=<id>` leads back to a line; else the newest is what one wants to see.
export async function show(place, { parameters, signal }) {
  const wrong = trouble();
  const announced = h("p.unseen", { role: "status" });
  const list = h("ol.turns", { "aria-label": t("talk.so_far") });
  const lines = h("ol.turns.on-their-way", { "aria-label": t("talk.sending") });
  const beginning = h("div");
  const below = button(t("talk.newest"), () => toEnd("smooth"), ".below");
  const { promise: begun, resolve: begin } = Promise.withResolvers();
  const sorry = (error) => refused(error, wrong);

  const talk = new Conversation(told(), signal);
  const asked = question({ signal, sorry, keepingUp, newest: () => talk.newest });
  const line = writing({ signal, send: (text) => begun.then(() => talk.say(text, house.project)) });
  const window_ = new WindowedList(list, { before: () => talk.more(), failed: sorry });

  function told() {
    return {
      added: (turn) => keepingUp(() => window_.push(turn)),
      sent: (sent) => {
        put(wrong);
        clearDone();
        put(beginning);
        asked.quiet();
        putInLine(sent);
        toEnd("smooth");
      },
      waiting: ({ said, covers }) => said.forEach((text) => putInLine({ text, covers })),
      taken: (turn) => keepingUp(() => takeFrom(lines, turn)),
      ended: (turn) => {
        put(wrong);
        put(announced, turn.end);
        takeFrom(lines, turn);
        asked.look();
      },
      refused: (sent, error) => {
        sent.element.remove();
        line.giveBack(sent.text);
        sorry(error);
      },
      trouble: sorry,
    };
  }

  function putInLine(sent) {
    sent.element = h("li.turn", h("div.said", wrote("p.mine", sent.text)));
    sent.element.line = sent;
    lines.append(sent.element);
  }

  function keepingUp(act) {
    const reading = isNearEnd();
    act();
    if (reading) toEnd("instant");
  }

  function toEnd(behavior) {
    if (signal.aborted) return; // another view is scrolled now
    if (!window_.atEnd) window_.begin(window_.items, { atEnd: true });
    scrollTo({ top: document.documentElement.scrollHeight, behavior: calm() ? "instant" : behavior });
  }

  put(place, h("div.talk",
    strip({ signal, sorry }),
    h("h1.unseen", { tabindex: "-1" }, t("talk.title", { companion: house.me.companion_name })),
    h("div.column.flow", beginning, list, lines, asked.element, announced),
    h("div.desk", h("div.column", below, wrong, line.element))));

  // Nothing is heard or said into a conversation of which it is not known how it stands.
  const hear = (event) => keepingUp(() => talk.hear(event));
  on("heard", (event) => begun.then(() => hear(event)), signal);
  on("back", () => begun.then(() => talk.catchUp()).then(() => asked.look()).catch(sorry), signal);
  on("memory", () => asked.look(), signal);
  addEventListener("scroll", () => below.toggleAttribute("data-away", !isNearEnd()), { signal, passive: true });
  signal.addEventListener("abort", () => window_.end());

  line.focus();
  await talk.begin();
  const turns = await talk.backTo(parameters.get("turn"));
  const wanted = turns.findIndex((turn) => turn.id === parameters.get("turn"));
  window_.begin(turns, wanted < 0 ? { atEnd: true } : { around: wanted });
  begin();
  talk.sendAgain();
  put(beginning, turns.length === 0 && welcome(sorry, line));
  await asked.look();
  if (signal.aborted) return;
  if (wanted < 0) toEnd("instant");
  else turns[wanted].live.scrollIntoView({ block: "center", behavior: "instant" });
}

function isNearEnd() {
  return scrollY + innerHeight > document.documentElement.scrollHeight - NEAR_END;
}

function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// The lines that a turn answers leave the place of what is on its way: the turn itself shows them.
function takeFrom(lines, turn) {
  const { said, covers } = turn.view;
  const isOf = (line) => line.turn === turn.id || line.covers?.some((id) => covers.includes(id));
  for (const element of [...lines.children]) {
    if (isOf(element.line) && (said.length > 0 || turn.isOver)) element.remove();
  }
}
