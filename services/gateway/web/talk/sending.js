// Lines that are on their way: shown beneath the conversation until a turn takes them.

import { h, wrote } from "../elements.js";
import { t } from "../texts.js";

export function sending() {
  const element = h("ol.turns.on-their-way", { "aria-label": t("talk.sending") });

  function put(line) {
    line.element = h("li.turn", h("div.said", wrote("p.mine", line.text)));
    line.element.line = line;
    element.append(line.element);
  }

  const among = (covers) => [...element.children].filter(({ line }) => line.covers?.some((id) => covers.includes(id)));

  // Sent again, it may wait already: nobody had heard that it arrived.
  function accepted({ covers }) {
    among(covers).slice(1).forEach((each) => each.remove());
  }

  // The lines that a turn answers leave: the turn itself shows them.
  function taken({ isOver, view: { said, covers } }) {
    if (said.length || isOver) among(covers).forEach((each) => each.remove());
  }

  return { element, put, accepted, taken };
}
