// Where a memory comes from, what happened to it, and what it has influenced since.

import { get, query, whenGone } from "../api.js";
import { moment } from "../dates.js";
import { button, h, icon, show, wrote } from "../elements.js";
import { because } from "../memory.js";
import { house } from "../state.js";
import { named, t } from "../texts.js";
import { aside } from "./parts.js";

const PAGE = 10;
const USUAL = { reject: "rejected", expire: "not confirmed", retract: "forgotten", replace: "replaced" };

export function past(signal) {
  const [source, history, influenced] = ["source", "history", "influenced"].map((name) => h(`section.${name}`));
  let looked = false;

  async function look(memory) {
    const { entries } = await get(`/v1/assertions/${memory.assertion_id}/history`, { signal });
    show(history, h("h2", t("memory.history")), h("ol", entries.map(told).reverse()));
    if (looked) return;
    looked = true;
    await Promise.all([origin(source, memory, signal), influences(influenced, memory.assertion_id, signal)]);
  }

  return { element: h("div.past", source, history, influenced), look };
}

async function origin(place, { turn_id: turn, label }, signal) {
  const said = turn && (await get(`/v1/turns/${turn}`, { signal }).catch(whenGone));
  show(place, h("h2", t("memory.source")), said
    ? exchange({ ...said, at: said.created_at, reply: said.closed?.reply })
    : h("p.aside", t(label === "written" ? "memory.by_hand" : "memory.no_source")));
}

function exchange({ turn_id: turn, at, said, reply, influence }) {
  return h("div.told-there",
    aside(moment(at), influence && named("influence", influence)),
    said.map((line) => wrote("p.mine", h("span.unseen", `${t("talk.you")} `), line)),
    reply && wrote(`p.reply-short${influence ? ".brief" : ""}`, h("span.unseen", `${house.me.companion_name}: `), reply),
    h("a.way-on", { href: `#/why/${turn}` }, icon("why"), t("why.title")));
}

function told({ verb, actor, at, old, new: fresh, revision, decision, reason }) {
  const reworded = (verb === "refine" || verb === "correct") && old !== fresh;
  const who = actor === "companion" ? house.me.companion_name : t(`memory.actor.${actor}`);
  return h("li",
    h("p", named("happened", verb), reason && reason !== USUAL[verb] && ` (${because(reason)})`),
    reworded && h("p.rewording", wrote("del", old), " → ", wrote("ins", fresh)),
    aside(who, moment(at), t("memory.revision", { number: revision }), decision && named("decision", decision)));
}

async function influences(place, id, signal) {
  const list = h("ol");
  const more = h("div");
  const next = async (cursor) => {
    const page = await get(`/v1/assertions/${id}/influences${query({ limit: PAGE, cursor })}`, { signal });
    list.append(...page.influences.map((each) => h("li", exchange(each))));
    show(more, page.cursor && button(t("memory.more_influences"), () => next(page.cursor), ".plain"));
  };
  await next(null);
  const what = t(list.childElementCount ? "memory.influenced_what" : "memory.influenced_none");
  show(place, h("h2", t("memory.influenced")), h("p.aside", what), list, more);
}
