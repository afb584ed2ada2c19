// Taking everything along as a file, and bringing such a file back.

import { call, change, get, lost, whenGone } from "../api.js";
import { number } from "../dates.js";
import { button, h, show, trouble } from "../elements.js";
import { done } from "../frame.js";
import { attempt, refused } from "../state.js";
import { t } from "../texts.js";
import { section } from "./setting.js";

const ROW = { json: /\n/g, markdown: /^(?:- \*\*|\*\*You\*\*)/gm }; // how one begins: a memory, an exchange
const ENDINGS = { json: "json", markdown: "md" };
const KEPT_MS = 60_000; // some browsers begin to read a download late
const SHORT = 12; // letters of a hash that tell files apart by eye

export function taking(leaving) {
  const far = h("div.far", { hidden: true });
  const wrong = trouble();
  const buttons = Object.keys(ENDINGS).map((format) => button(t(`take.${format}`), (event) => take(format, event.target)));

  async function take(format, pressed) {
    const stop = new AbortController();
    leaving.addEventListener("abort", () => stop.abort());
    const progress = watched(far, () => stop.abort());
    show(wrong);
    buttons.forEach((each) => (each.disabled = true));
    try {
      save(await fetched(format, stop.signal, progress), format);
      done(t("take.done"));
    } catch (error) {
      if (stop.signal.aborted && !leaving.aborted) done(t("take.cancelled"));
      refused(error, wrong);
    }
    far.hidden = true;
    buttons.forEach((each) => (each.disabled = false));
    if (!leaving.aborted) pressed.focus();
  }

  return section("taking", h("p", t("settings.taking.what")), h("div.row", buttons), far, wrong);
}

function watched(far, stop) {
  const bar = h("progress", { "aria-label": t("take.progress") });
  const told = h("span.aside");
  const cancel = button(t("do.cancel"), stop, ".plain");
  show(far, bar, h("div.row.spread", told, cancel));
  far.hidden = false;
  cancel.focus();
  return (rows, all) => {
    const here = Math.min(rows, all);
    Object.assign(bar, { max: all || 1, value: here });
    show(told, t("take.rows", { rows: number(here), all: number(all) }));
  };
}

async function fetched(format, signal, progress) {
  const response = await call("GET", `/v1/export?format=${format}`, { signal });
  const all = Number(response.headers.get("Holdfast-Rows"));
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const pieces = [];
  for (let rows = 0; ; ) {
    const { done: atEnd, value } = await reader.read().catch(lost);
    if (atEnd) return new Blob(pieces, { type: response.headers.get("Content-Type") });
    pieces.push(value);
    rows += decoder.decode(value, { stream: true }).match(ROW[format])?.length ?? 0;
    progress(rows, all);
  }
}

function save(blob, format) {
  const href = URL.createObjectURL(blob);
  const name = `holdfast-${new Date().toISOString().slice(0, 10)}.${ENDINGS[format]}`;
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}

// ---- bringing back: what it holds is shown, it lands waiting, and one yes that names it restores what it was

const say = (key, slots) => t(`bring.${key}`, slots);
const UNDER_WAY = ["landing", "restoring"]; // a long file goes on by itself
const PERIOD_MS = 1_000;
const WATCHED = "bringing"; // the file that this tab has asked about, through a reload

export function bringing(signal) {
  const step = h("div.step", { "aria-live": "polite" });
  const wrong = trouble();
  const input = h("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: chosen });
  const choose = button(say("choose"), () => input.click());

  function chosen() {
    const [file] = input.files;
    input.value = ""; // the same file can be chosen again
    if (file) trying(async () => look(file.name, await file.text()));
  }

  const look = async (name, text) =>
    show(step, holds(name, contents(text), await hashOf(text)), answers(say("now"), () => land(text), t("do.cancel"), "nothing"));

  async function land(text) {
    const begun = await change("POST", "/v1/import", text);
    await stands(begun, begun.status === "restoring" ? "confirmed" : "was_confirmed");
  }

  async function stands(begun, sentence) {
    sessionStorage.setItem(WATCHED, begun.import_id);
    const landed = await arrived(begun);
    if (signal.aborted) return;
    if (landed.status === "confirmed") finish(sentence);
    else if (landed.skipped === landed.count) finish("nothing_new", noes(landed));
    else show(step, landing(landed), answers(confirming(landed), () => confirm(landed), say("leave"), "left"));
  }

  async function confirm({ import_id: id, file_hash, count }) {
    await stands(await change("POST", `/v1/import/${id}/confirm`, { file_hash, count }), "confirmed");
  }

  async function arrived(begun) {
    if (!UNDER_WAY.includes(begun.status)) return begun;
    const bar = h("progress", { "aria-label": say("progress") });
    const told = h("span.aside");
    show(step, h("p", say("goes_on")), bar, told);
    for (let state = begun; ; ) {
      Object.assign(bar, { max: state.total || 1, value: state.done });
      show(told, t("take.rows", { rows: number(state.done), all: number(state.total) }));
      if (!UNDER_WAY.includes(state.status) || signal.aborted) return state;
      await new Promise((resolve) => setTimeout(resolve, PERIOD_MS));
      state = await get(`/v1/imports/${state.import_id}`, { signal });
    }
  }

  // What was under way when the page was left is shown again where it is by now.
  async function resume() {
    const { imports: [newest] } = await get("/v1/imports", { signal });
    const asked = newest?.import_id === sessionStorage.getItem(WATCHED) && newest.status === "held";
    if (!asked && !UNDER_WAY.includes(newest?.status)) return;
    const state = await get(`/v1/imports/${newest.import_id}`, { signal }).catch(whenGone);
    if (!state) return;
    choose.disabled = true;
    await stands(state, "confirmed").finally(() => (choose.disabled = false));
  }

  // While something is on its way nothing can be pressed twice; what fails says why, and leaves the step as it is.
  async function trying(act) {
    const pressed = [choose, ...step.querySelectorAll("button")];
    pressed.forEach((each) => (each.disabled = true));
    await attempt(wrong, act);
    pressed.forEach((each) => (each.disabled = false));
    (step.querySelector("button") ?? choose).focus();
  }

  function finish(sentence, more = []) {
    sessionStorage.removeItem(WATCHED);
    show(step);
    show(wrong);
    choose.disabled = false;
    choose.focus();
    done([say(sentence), ...more].join(" "));
  }

  const answers = (label, act, otherwise, sentence) =>
    h("div.row", button(label, () => trying(act), ".yes"), button(otherwise, () => finish(sentence)));

  attempt(wrong, resume);
  return section("bringing", h("p", t("settings.bringing.what")), h("div.row", choose, input), step, wrong);
}

// Read here only to show it; whether it can be brought back is the door's to say.
function contents(text) {
  let file = null;
  try {
    file = JSON.parse(text);
  } catch {
    // said below, in the person's words
  }
  if (!Array.isArray(file?.assertions)) throw new Error(say("no_export"));
  const count = (rows) => (Array.isArray(rows) ? rows.length : 0);
  return { memories: count(file.assertions), projects: count(file.engagements) - 1, turns: count(file.turns) };
}

// The same that the door takes of it, and the yes names. A page over a plain network cannot, and leaves it out.
async function hashOf(text) {
  const bytes = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(text));
  return bytes && Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function holds(name, { memories, projects, turns }, hash) {
  return h("div.card",
    h("p.content", name),
    hash && h("p.aside", `SHA-256 ${hash.slice(0, SHORT)}…`),
    h("p", say("memories", { count: memories }), " ", projects > 0 && say("projects", { count: projects })),
    turns > 0 && h("p.aside", say("turns", { count: turns })),
    h("p.aside", say("lands")));
}

function landing(landed) {
  const { count, skipped } = landed;
  return h("div.card",
    h("p.content", say("landed", { count: count - skipped, number: number(count - skipped) })),
    skipped > 0 && h("p.aside", say("skipped", { count: skipped })),
    noes(landed).map((each) => h("p.aside", each)),
    (landed.differs ?? []).map(({ text, known }) =>
      h("p.aside", say("differs", { text, number: known.display_number, known: known.shown_text }))),
    h("p", say("ask")));
}

// What is never to be noted again holds from the landing on, without a yes.
function noes({ refusals, refusals_left_out: unsaid }) {
  return [refusals > 0 && say("refusals", { count: refusals }), unsaid > 0 && say("unsaid", { count: unsaid })]
    .filter(Boolean);
}

function confirming({ count, file_hash: hash }) {
  return say("confirm", { count, number: number(count), hash: hash.slice(0, SHORT) });
}
