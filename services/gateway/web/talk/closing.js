// Closing a conversation on purpose, or pausing it: what will happen stands there first.

import { change, get, whenGone } from "../api.js";
import { asking } from "../dialog.js";
import { h, trouble } from "../elements.js";
import { done } from "../frame.js";
import { attempt, tell } from "../state.js";
import { sayMore, t } from "../texts.js";

export async function closeTalk() {
  const [now] = await Promise.all([get("/v1/conversations/current").catch(whenGone), sayMore()]);
  if (!now) return done(t("close.none"));
  const { conversation_id: id, status, paused } = now;
  const look = () => (location.hash = `#/conversation/${id}`);
  if (status !== "active") return look();
  const wrong = trouble();
  const pause = h("input", { type: "checkbox", role: "switch", checked: paused, onchange: async () => {
    const verb = pause.checked ? "pause" : "unpause";
    if (!(await attempt(wrong, () => change("POST", `/v1/conversations/${id}/${verb}`, {})))) pause.checked = !pause.checked;
  } });
  asking({
    title: t("close.title"),
    parts: [h("p", t("close.what")), h("label.switch", pause, t("close.pause")), wrong],
    yes: t("close.yes"),
    doing: async () => {
      await change("POST", `/v1/conversations/${id}/close`, {});
      tell("conversation");
    },
    next: look,
  });
}
