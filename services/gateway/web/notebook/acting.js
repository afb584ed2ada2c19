// What a person does to one memory by hand, what is said of it then, and its way back: one table.

import { change, Problem } from "../api.js";
import { button } from "../elements.js";
import { done } from "../frame.js";
import { giveBack, send } from "../memory.js";
import { refreshEngagements, tell } from "../state.js";
import { listed, t } from "../texts.js";

const other = (verb, ...fields) => (before, { assertion }) =>
  send(assertion, verb, Object.fromEntries(fields.map((name) => [name, before[name]])));

const WAYS_BACK = {
  commit: (_, { memory }) => giveBack(memory),
  refine: other("refine", "content"),
  reject: other("restore"),
  correct: other("correct", "content"),
  retract: other("restore"),
  restore: (_, { assertion }) => send(assertion, assertion.force === "held" ? "reject" : "retract"),
  pin: other("unpin"),
  unpin: other("pin"),
  importance: other("importance", "importance"),
  category: other("category", "category"),
  move: other("move", "engagement_id"),
};

export async function act(memory, verb, more = {}) {
  const changed = await send(memory, verb, more);
  const found = verb === "retract" && changed.receipt ? t(`receipt.retracted.${changed.receipt.status}`) : "";
  const back = WAYS_BACK[verb];
  const did = t(`did.${more.never_again ? "never" : verb}`);
  done(`${did} ${found}`.trim(), back && (() => back(memory, changed)));
  return changed;
}

// One yes for several: each is still bound to its own text. What went well can be undone, also when one did not; which
// did not, because it is not what it was or does not fit with what is known, is said once all were asked.
export async function keepAll(memories) {
  const kept = [];
  const left = [];
  const leave = (each) => (error) => {
    if (!(error instanceof Problem && error.current)) throw error;
    left.push(each.content);
    return { memory: [] };
  };
  try {
    for (const each of memories) kept.push(...(await send(each, "commit").catch(leave(each))).memory);
  } finally {
    const count = kept.filter(({ force }) => force === "committed").length;
    if (count) done(t("did.kept", { count }), () => giveBack(kept));
    tell("memory");
  }
  if (left.length) throw new Error(t("notebook.not_all", { which: listed(left) }));
}

// Both stand: the new one is agreed to, and what it would have taken the place of comes back.
export async function keepBoth(held) {
  const { assertion, memory } = await send(held, "commit");
  const former = memory.find((each) => each.assertion_id === held.replaces_id && each.force === "retracted");
  if (former) await send(former, "restore");
  done(t("did.both"), () => send(assertion, "reopen"));
}

export async function write(written) {
  const assertion = await change("POST", "/v1/assertions", written);
  tell("memory");
  const { beside } = assertion;
  if (!beside) return done(t("did.write"), () => send(assertion, "unwrite"));
  const { display_number: number, shown_text: text } = beside;
  const instead = button(t("answer.instead", { number }), () => replace(beside, assertion));
  done(t("did.write_beside", { number, text }), () => send(assertion, "unwrite"), instead);
}

// What is known gives way to what was just written.
async function replace(known, assertion) {
  const { memory } = await send(known, "replace", { by: assertion.assertion_id });
  done(t("did.replace", { number: known.display_number }), () => giveBack(memory));
}

export async function changeProject(project, next, sentence) {
  const patch = (what) => change("PATCH", `/v1/engagements/${project.engagement_id}`, what).then(refreshEngagements);
  await patch(next);
  const former = Object.fromEntries(Object.keys(next).map((name) => [name, project[name]]));
  done(t(sentence), () => patch(former));
}

export async function lift({ refusal_id: id }) {
  const { refusals } = await change("DELETE", `/v1/refusals/${id}`);
  done(t("did.lift"));
  return refusals;
}
