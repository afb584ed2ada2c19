// A reply that takes long: in words, and with a way to want it no longer.

import { change } from "../api.js";
import { button, h, show } from "../elements.js";
import { house } from "../state.js";
import { t } from "../texts.js";

const LONG = 3; // seconds; whoever waits less needs no words
const OWN = "offline";

export function waiting(turn) {
  const words = h("span");
  const sorry = h("span", { role: "alert" });
  const stop = button(t("talk.stop"), end, ".plain");
  const element = h("p.facts.wait", words, stop, sorry);
  const began = new Date(turn.view.created_at).getTime();
  element.hidden = true;
  tell();
  const clock = setInterval(tell, 1000);

  function tell() {
    const count = Math.round((Date.now() - began) / 1000);
    const { speaker, companion_name: name } = house.me;
    const who = (speaker?.provider ?? OWN) === OWN ? name : speaker.model;
    show(words, t("talk.waiting", { who, count }));
    element.hidden = count < LONG;
  }

  async function end() {
    stop.disabled = true;
    try {
      await change("POST", `/v1/turns/${turn.id}/stop`); // that it ended is heard like every end
    } catch (error) {
      stop.disabled = false;
      show(sorry, error.message);
    }
  }

  return { element, over: () => clearInterval(clock) };
}
