// What was asked and not answered: the reply that asked says that it waits in the notebook, for as long as it does.

import { get, query } from "../api.js";

const MOST = 100; // of the newest: what waits longer is found in the notebook

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
