// What is worth knowing when one comes to the talk: that it is being closed, or how the companion greets.

import { get, query } from "../api.js";
import { h, show } from "../elements.js";
import { on } from "../state.js";

let greeted = false; // on this visit to the page

// Neither is needed to talk: where it cannot be had just now, nothing is said.
export function begins({ signal, keepingUp }) {
  const element = h("section.begins", { "aria-live": "polite" });
  let closing = false;

  async function look() {
    const { conversations: [found] } = await get(`/v1/conversations${query({ status: "ready_to_close", limit: 1 })}`, { signal });
    const greeting = !found && !greeted && (await get("/v1/greeting", { signal }));
    greeted ||= !found;
    const isNews = greeting && greeting.text && (greeting.quiet || !greeting.resume); // an open talk is in sight
    if (found || isNews) {
      const { drafted, welcomed } = await import("./greeting.js");
      if (!signal.aborted) keepingUp(() => show(element, found ? drafted(found) : welcomed(greeting)));
    } else if (closing) keepingUp(() => show(element));
    closing = Boolean(found);
  }

  const again = () => look().catch(() => {});
  on("conversation", again, signal);
  on("back", again, signal);
  return { element, look: again, over: () => show(element) };
}
