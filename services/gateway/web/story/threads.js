// What is open, across conversations: gone through in a minute, by hand or by keys, each step with its way back.

import { change, get, query } from "../api.js";
import { ago, date, endOf } from "../dates.js";
import { button, field, form, h, show as put, trouble, wrote } from "../elements.js";
import { done } from "../frame.js";
import { aside, choice } from "../notebook/parts.js";
import { attempt, inTurn, on, refused } from "../state.js";
import { t } from "../texts.js";
import { kindOf, weight } from "./meaning.js";
import { focusOn, nameOf, placed, whereTo, withKeys } from "./places.js";

const KINDS = ["waiting_on", "task", "question_opened", "blocker"];
const PRIORITIES = ["low", "normal", "high"];
const PAGE = 50;

// `#/threads/<id>` leads to one of them.
export async function show(place, { about, signal }) {
  const view = { signal, wrong: trouble(), where: { open: true, type: "", engagement: "" }, rows: h("ol.threads", { "aria-label": t("threads.list") }),
    found: new Map(), cursor: null, more: h("div"), count: h("p.aside", { role: "status" }) };
  const set = (next) => fill(Object.assign(view, { where: { ...view.where, ...next } }));
  const states = [[true, t("threads.open")], [false, t("threads.over")]];
  const kind = h("select", { "aria-label": t("threads.kind"), onchange: () => set({ type: kind.value }) },
    h("option", { value: "" }, t("threads.all_kinds")), KINDS.map((each) => h("option", { value: each }, kindOf(each))));
  const whose = whereTo(t("threads.whose"), "", (engagement) => set({ engagement }), t("threads.all_places"));
  const all = placed("threads", h("div.row.spread", choice(".choice-of-few", t("threads.which"), states, true, (open) => set({ open })),
    h("div.row.sorts", kind, whose)), view.wrong, view.count, view.rows, view.more, h("p.hint", t("threads.keys")));
  put(place, all.element);
  const of = ({ dataset }) => view.found.get(dataset.id);
  withKeys(all.element, ".thread", { x: (row) => turn(view, of(row)), e: (row) => edit(view, of(row)) });
  all.title.focus();
  const again = inTurn(() => refresh(view));
  ["threads", "memory", "back"].forEach((what) => on(what, () => again().catch((error) => refused(error, view.wrong)), signal));
  await fill(view);
  if (about) focusOn(view.found.get(about)?.row);
}

const ask = ({ where: { open, type, engagement }, signal }, more = {}) =>
  get(`/v1/threads${query({ open: String(open), type, engagement, limit: PAGE, ...more })}`, { signal });

async function fill(view) {
  await attempt(view.wrong, async () => {
    const { threads, cursor } = await ask(view);
    view.found.clear();
    put(view.rows);
    add(view, threads, cursor);
    put(view.count, threads.length ? null : t(view.where.open ? "threads.none" : "threads.none_over"));
  });
}

function add(view, threads, cursor) {
  view.cursor = cursor;
  threads.forEach((thread) => learn(view, thread));
  const next = () => attempt(view.wrong, async () => {
    const page = await ask(view, { cursor: view.cursor });
    add(view, page.threads, page.cursor);
  });
  put(view.more, cursor && button(t("threads.more"), next));
}

// What was heard of elsewhere joins; what is over now stays where it is, so that nothing moves beneath a hand.
async function refresh(view) {
  const { threads } = await ask(view);
  const now = new Set(threads.map((each) => each.thread_id));
  threads.forEach((thread) => learn(view, thread));
  for (const [id, { thread, row }] of view.found) {
    if (now.has(id) || thread.open !== view.where.open || view.found.size > PAGE) continue;
    row.remove();
    view.found.delete(id);
  }
}

function learn(view, thread) {
  const known = view.found.get(thread.thread_id);
  const one = known ?? { row: h("li.thread", { "data-id": thread.thread_id }) };
  if (JSON.stringify(one.thread) === JSON.stringify(thread)) return;
  one.thread = thread;
  if (!known) {
    view.found.set(thread.thread_id, one);
    view.rows.append(one.row);
  }
  if (!one.row.querySelector("form")) draw(view, one);
}

function draw(view, one) {
  const { thread, row } = one;
  const within = row.contains(document.activeElement);
  const text = [thread.who, thread.text].filter(Boolean).join(": ");
  const label = t(thread.open ? "threads.resolve" : "threads.reopen");
  row.classList.toggle("out", !thread.open);
  put(row, h("div.thing", { role: "group", "aria-label": text },
    wrote("p.content", text),
    aside(kindOf(thread.entity_type), t("threads.since", { when: ago(thread.since) }), thread.open && thread.stale && h("span.note", t("threads.stale")),
      thread.due && t("threads.due", { day: date(endOf(thread.due)) }), weight(thread.priority), nameOf(thread.engagement_id),
      thread.resolved_at && t("threads.resolved", { day: date(thread.resolved_at) }), came(thread)),
    h("div.row", button(label, () => turn(view, one), thread.open ? ".yes-quiet" : ""), thread.open && button(t("talk.edit"), () => edit(view, one), ".plain"))));
  if (within) focusOn(row);
}

function came({ conversation_id: id, resolved_by: by }) {
  return [id && h("a", { href: `#/conversation/${id}` }, t("threads.from")), by && h("a", { href: `#/memory/${by}` }, t("threads.by"))];
}

const path = ({ thread }) => `/v1/threads/${thread.thread_id}`;

const took = (view, one) => (thread) => {
  one.thread = thread;
  draw(view, one);
};

// Resolved, or open again; either way back is the other.
async function turn(view, one) {
  const verb = one.thread.open ? "resolve" : "reopen";
  const send = (what) => change("POST", `${path(one)}/${what}`, {}).then(took(view, one));
  await attempt(view.wrong, async () => {
    await send(verb);
    done(t(`threads.did_${verb}`), () => send(verb === "resolve" ? "reopen" : "resolve"));
  }, took(view, one));
}

function edit(view, one) {
  const { thread, row } = one;
  if (!thread.open || row.querySelector("form")) return;
  const text = h("input", { required: true, maxlength: "280", value: thread.text });
  const due = h("input", { type: "date", value: thread.due ?? "" });
  const priority = h("select", PRIORITIES.map((each) => h("option", { value: each }, t(`priority.${each}`))));
  priority.value = thread.priority;
  const back = () => {
    draw(view, one);
    focusOn(row);
  };
  const send = (body) => change("PATCH", path(one), body).then(took(view, one));
  const save = async () => {
    const before = { text: thread.text, due: thread.due, priority: thread.priority };
    const body = { text: text.value.trim(), due: due.value || null, priority: priority.value };
    if (await attempt(view.wrong, () => send(body))) done(t("threads.did_edit"), () => send(before));
    back();
  };
  const asked = form(".wording.card", save, field(t("threads.text"), text), h("div.row.fields", field(t("threads.until"), due),
    field(t("threads.weight"), priority)), h("div.row", h("button.yes", t("memory.use")), button(t("do.cancel"), back, ".plain")));
  asked.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back();
  });
  put(row, asked);
  text.focus();
}
