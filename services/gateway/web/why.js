// How a reply came about: what was understood, which memories had a part, what was done, and what it took.

import { get, whenGone } from "./api.js";
import { day, dollars, number, percent, time } from "./dates.js";
import { h, heading, icon, nothing, scale, show as put, terms, trouble, wrote } from "./elements.js";
import { address, markOf } from "./memory.js";
import { stayLive } from "./notebook/parts.js";
import { rendered } from "./talk/markdown.js";
import { failure } from "./talk/turn.js";
import { has, listed, named, t } from "./texts.js";
import { influence } from "./why/influence.js";

const SURE = [[0.9, "very"], [0.75, "quite"], [0.5, "fairly"], [0, "not"]];
const OWN = "offline";

export async function show(place, { about, signal }) {
  const [title, wrong, inside] = [heading(t("why.title")), trouble(), h("div.why-parts")];
  const fill = (now) => (now ? put(inside, parts(now, signal)) : put(place, gone()));
  const first = asked(about, signal);
  // What the reply stood on may be taken back or erased while one looks.
  stayLive(() => first.then((found) => found && asked(about, signal).then(fill)), wrong, signal);
  const found = await first;
  if (!found) return put(place, gone());
  const back = h("a.way-back", { href: `#/talk?turn=${about}`, "data-back": true }, icon("back"), t("why.back"));
  put(place, h("div.view.why", back, title, wrong, inside));
  title.focus();
  fill(found);
}

const gone = () => nothing(t("why.not_here"), t("why.not_here_what"), "#/talk", t("why.back"));

// A turn that ended without a reply has nothing to explain.
async function asked(about, signal) {
  const turns = `/v1/turns/${encodeURIComponent(about)}`;
  const turn = await get(turns, { signal }).catch(whenGone);
  return turn && { turn, why: turn.closed && (await get(`${turns}/why`, { signal })) };
}

function parts({ turn, why }, signal) {
  if (!why) return exchange(turn.said, h("p", turn.failed ? failure(turn.failed) : t("why.no_reply")), turn.created_at);
  const deeds = deedsOf(why, turn.closed.memory);
  return [
    exchange(why.said, rendered(why.reply), turn.created_at),
    part("understood", understood(why)),
    part("part", influence(why, deeds, signal)),
    part("did", did(why, deeds)),
    part("took", stages(why.stamps)),
    part("read", h("div.readers", reader("reader", why.understood_by), reader("answerer", why.answered_by))),
  ];
}

function part(name, ...inside) {
  return h("section", { "aria-labelledby": `why-${name}` }, h("h2", { id: `why-${name}` }, t(`why.${name}`)), inside);
}

function exchange(said, reply, at) {
  return h("div.exchange",
    h("p.aside", `${day(at)}, ${time(at)}`),
    h("div.said", h("span.unseen", t("talk.you")), said.map((line) => wrote("p.mine", line))),
    h("div.theirs", h("span.unseen", t("talk.companion")), wrote("div.reply", reply)));
}

function understood({ intent, confidence, alternatives }) {
  const sure = t(`why.sure.${SURE.find(([least]) => confidence >= least)[1]}`);
  const others = listed(alternatives.map((each) => named("intent", each)), "disjunction");
  return [
    h("p.content", t("why.taken", { intent: named("intent", intent) })),
    h("p.row", scale("", confidence), h("span", t("why.sure", { sure, percent: percent(confidence) }))),
    others && h("p.aside", t("why.others", { others })),
  ];
}

// An entry of history names no memory; the end of the turn does, and both say how it reads.
function deedsOf({ did }, changed) {
  const left = [...changed];
  return did.map(({ verb, actor, old, new: content, version, force_to: force, reason, decision }) => {
    const place = left.findIndex((each) => each.content === content && each.version === version);
    const [found] = place < 0 ? [] : left.splice(place, 1);
    const ground = decision ? named("decision", decision) : actor === "system" && t("why.by_system");
    return {
      id: found?.assertion_id, sentence: named("happened", verb), content: content ?? t("why.gone"), force, reason,
      old: old !== content && old, ground,
    };
  });
}

function did({ action }, deeds) {
  if (deeds.length) return h("ul.deeds", deeds.map(deed));
  return h("p", t(has(`why.action.${action}`) ? `why.action.${action}` : "why.action.none"));
}

function deed({ sentence, content, old, id, force, reason, ground }) {
  return h("li",
    h("p.row", force && markOf({ force, reason }), h("span", sentence)),
    old && h("p.content.former", h("span.unseen", t("why.before")), wrote("s", old)),
    wrote("p.content", id ? h("a", { href: address(id) }, content) : content),
    ground && h("p.aside", ground));
}

function stages(stamps) {
  if (!stamps.length) return h("p.aside", t("why.no_times"));
  const whole = stamps.reduce((sum, { ms }) => sum + ms, 0) || 1;
  let before = 0;
  const rows = stamps.map(({ step, ms }) => {
    before += ms;
    return stage(named("step", step), ms, (before - ms) / whole, ms / whole);
  });
  return h("table.stages",
    h("caption.unseen", t("why.took")),
    h("thead.unseen", h("tr", ["stage", "share", "time"].map((name) => head(t(`why.${name}`), "col")))),
    h("tbody", rows),
    h("tfoot", h("tr", head(t("why.together"), "row"), h("td"), h("td", milliseconds(whole)))));
}

function stage(label, ms, start, share) {
  const bar = h("span.stretch");
  bar.style.setProperty("margin-inline-start", `${start * 100}%`);
  bar.style.setProperty("inline-size", `${share * 100}%`);
  return h("tr", head(label, "row"), h("td", bar, h("span.unseen", percent(share))), h("td", milliseconds(ms)));
}

const head = (text, scope) => h("th", { scope }, text);

function milliseconds(ms) {
  if (ms >= 1000) return `${number(ms / 1000, { maximumFractionDigits: 2 })} s`;
  return `${number(ms, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
}

function reader(role, used) {
  const { tokens, provider, model, prompt, prompt_version: version, attempts, fallback_from: former } = used;
  const talked = provider !== OWN;
  const cached = { read: number(tokens.cache_read), written: number(tokens.cache_written) };
  return h("div.card",
    h("h3", t(`why.${role}`)),
    h("p", talked ? `${provider} ${model}`.trim() : t("why.own_engine", { model })),
    terms(".figures", [
      prompt && [t("why.prompt"), t("why.prompt_version", { prompt, version })],
      [t("why.time"), milliseconds(used.latency_ms)],
      talked && [t("why.sent"), number(tokens.sent)],
      talked && [t("why.cached"), t("why.cached_count", cached)],
      talked && [t("why.received"), number(tokens.received)],
      [t("why.cost"), cost(used.cost, talked)],
      attempts > 1 && [t("why.attempts"), number(attempts)],
      former && [t("why.fallback"), t("why.fallback_from", { model: former })],
    ]));
}

function cost(price, talked) {
  if (price === null) return t("why.unpriced");
  return talked ? dollars(price) : t("why.free");
}
