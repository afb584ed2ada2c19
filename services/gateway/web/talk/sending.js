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

  // The lines that a turn answers leave: the turn itself shows them.
  function taken(turn) {
    const { said, covers } = turn.view;
    if (!said.length && !turn.isOver) return;
    const isOf = ({ line }) => line.turn === turn.id || line.covers?.some((id) => covers.includes(id));
    [...element.children].filter(isOf).forEach((each) => each.remove());
  }

  return { element, put, taken };
}
