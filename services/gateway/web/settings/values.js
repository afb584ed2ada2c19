// What can be set: the companion, what is remembered and used, and the most that it may cost in a day.

import { dollars, number } from "../dates.js";
import { button, h, scale, show, terms } from "../elements.js";
import { CATEGORIES } from "../memory.js";
import { house } from "../state.js";
import { language, LANGUAGES, t } from "../texts.js";
import { section, setting } from "./setting.js";
import { named } from "./who.js";

const OWN_NAMES = { en: "English", de: "Deutsch", es: "Español" };
const SPANS = [null, 365, 90, 30];
const KINDS = ["health", "belief", "intimate", "money"];
const RULES = ["outright", "others", "secrets", "seven_days", "safety"];
const OWN = "offline";
const WAYS = ["now", "together", "only_what_matters", "only_when_i_say"];
const LISTS = { always: "always_ask", never: "never_ask" };
const AMOUNT = /^\d{1,5}([.,]\d{1,4})?$/;

export function companion() {
  return section("companion", name(), spoken(), zone());
}

function name() {
  const input = h("input", { maxlength: "200", autocomplete: "off" });
  const now = () => house.me.companion_name;
  const read = () => (input.value = input.value.trim() || now());
  return setting("companion_name", input, { now, put: (value) => (input.value = value), read });
}

function spoken() {
  const input = h("select", LANGUAGES.map((each) => h("option", { value: each, lang: each }, OWN_NAMES[each])));
  return setting("language", input, { put: () => (input.value = language()) });
}

function zone() {
  const zones = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const list = h("datalist", { id: "zones" }, [...zones].map((each) => h("option", { value: each })));
  const input = h("input", { list: "zones", maxlength: "64", autocomplete: "off", spellcheck: "false" });
  const clock = h("p.hint");
  const device = button(t("settings.zone_here", { zone: here }), () => part.set(here), ".plain");
  const put = (value) => {
    input.value = value;
    show(clock, t("settings.zone_now", { time: timeIn(value) }));
    device.hidden = value === here;
  };
  const read = () => {
    if (!zones.has(input.value)) throw new Error(t("settings.zone_unknown"));
    return input.value;
  };
  const part = setting("time_zone", input, { put, read, more: [list, clock, device] });
  return part;
}

function timeIn(timeZone) {
  return new Intl.DateTimeFormat(language(), { timeStyle: "short", timeZone }).format(new Date());
}

export function remembering() {
  // An installation of an earlier release keeps the talk until it is erased.
  const keeps = house.me.settings.retention_days !== undefined;
  return section("remembering", toggle("write"), toggle("read"), ...(keeps ? [retention()] : []));
}

function toggle(name) {
  const input = h("input", { type: "checkbox", role: "switch" });
  return setting(name, input, { put: (value) => (input.checked = value), read: () => input.checked });
}

// Nothing to be seen where an installation of an earlier release knows of no choice.
export function asked() {
  if (house.me.settings.asking === undefined) return { element: null, fill: () => {} };
  const input = h("select", WAYS.map((way) => h("option", { value: way }, t(`settings.asking.${way}`))));
  return section("asked", setting("asking", input, { put: (value) => (input.value = value) }), toggle("keep_orders_at_once"), kinds());
}

function kinds() {
  const parts = CATEGORIES.map(kind);
  const element = h("details", { "aria-label": t("settings.kinds") }, h("summary", t("settings.kinds")), h("div.kinds", parts.map((part) => part.element)));
  return { element, fill: () => parts.forEach((part) => part.fill()) };
}

// It stands in one of the two lists that the doors know, or in neither.
function kind(category) {
  const input = h("select", ["usual", ...Object.keys(LISTS)].map((way) => h("option", { value: way }, t(`settings.kinds.${way}`))));
  const now = () => Object.keys(LISTS).find((way) => house.me.settings[LISTS[way]].includes(category)) ?? "usual";
  const without = (list) => house.me.settings[list].filter((each) => each !== category);
  const body = (value) => Object.fromEntries(Object.entries(LISTS).map(([way, list]) =>
    [list, way === value ? [...without(list), category] : without(list)]));
  return setting(`kind-${category}`, input,
    { now, body, put: (value) => (input.value = value), label: t(`category.${category}`), said: "saved.kinds" });
}

function retention() {
  const input = h("select");
  const asked = h("div.step", { "aria-live": "polite" });
  const now = () => house.me.settings.retention_days;
  const put = (value) => {
    const spans = SPANS.includes(value) ? SPANS : [...SPANS, value];
    show(input, spans.map((days) => h("option", { value: days ?? "" }, span(days))));
    input.value = value ?? "";
    show(asked);
  };
  const back = () => {
    put(now());
    input.focus();
  };
  // What is older goes for good, and no undo brings it back: a shorter time is asked about first.
  const ask = (days) => {
    const yes = button(t("settings.retention_days.yes"), () => part.set(days).then(() => input.focus()), ".grave");
    show(asked, h("p", t("settings.retention_days.ask", { count: days })),
      h("div.row", yes, button(t("do.cancel"), back)));
    yes.focus();
    return now();
  };
  const read = () => {
    show(asked);
    const days = input.value ? Number(input.value) : null;
    return days !== null && days < (now() ?? Infinity) ? ask(days) : days;
  };
  const part = setting("retention_days", input, { put, read, more: [asked] });
  return part;
}

function span(days) {
  if (days === null) return t("settings.kept_forever");
  return days === 365 ? t("settings.kept_year") : t("settings.kept_days", { count: days });
}

export function delicate() {
  return section("delicate",
    h("p", t("settings.delicate.what")),
    terms(".kinds", KINDS.map((kind) => [t(`kind.${kind}`), t(`kind.${kind}.what`)])),
    h("ul.rules", RULES.map((rule) => h("li", t(`settings.rule.${rule}`)))));
}

export function spending() {
  const today = h("div.today");
  const told = { element: today, fill: () => show(today, whoReads(house.me), house.me.usage && used(house.me)) };
  return section("spending", told, budget());
}

function whoReads({ reader, speaker = reader }) {
  if (!reader) return h("p", t("settings.reader.unknown"));
  const [reads, answers] = [named(reader), named(speaker ?? reader)];
  const alone = reads === answers;
  const far = [...new Set([reader, speaker].filter((one) => one?.place === "far").map(whereabouts))];
  return h("p",
    alone ? t("settings.reader.alone", { who: reads }) : t("settings.reader.apart", { reads, answers }),
    " ", far.length > 0 ? t("settings.reader.sent", { host: far.join(", ") }) : t("settings.reader.stays"));
}

const whereabouts = ({ host, provider }) => host || provider;

function used({ usage, reader, settings: { daily_budget: limit } }) {
  const { tokens, turns, unpriced_calls: unpriced } = usage;
  const counted = tokens.sent + tokens.received + tokens.cache_read + tokens.cache_written;
  const [sent, cached, received] = [tokens.sent, tokens.cache_read, tokens.received].map((count) => number(count));
  const facts = [
    t("settings.turns", { count: turns }),
    counted > 0 && t("settings.tokens", { sent, cached, received }),
    unpriced > 0 && t("settings.unpriced", { count: unpriced }),
  ];
  const free = counted === 0 && (reader?.provider ?? OWN) === OWN;
  return [cost(usage.cost, limit, free), h("p.aside", facts.filter(Boolean).join(" · "))];
}

function cost(spent, limit, free) {
  if (free) return h("p.spent", t("settings.free"));
  if (limit === null) return h("p.spent", t("settings.spent", { cost: dollars(spent) }));
  return [
    h("p.spent", t("settings.of_limit", { cost: dollars(spent), limit: dollars(limit) })),
    scale(".wide", Math.min(1, spent / limit || 0)),
  ];
}

function budget() {
  const placeholder = t("settings.no_limit");
  const input = h("input", { inputmode: "decimal", maxlength: "12", autocomplete: "off", placeholder });
  const now = () => house.me.settings.daily_budget;
  const shown = (value) => number(value, { maximumFractionDigits: 4, useGrouping: false });
  const put = (value) => (input.value = value === null ? "" : shown(value));
  const read = () => {
    const typed = input.value.trim();
    if (typed === "") return null;
    if (!AMOUNT.test(typed)) throw new Error(t("settings.no_amount"));
    const amount = typed.replace(",", ".");
    return Number(amount) === Number(now() ?? NaN) ? now() : amount;
  };
  return setting("daily_budget", input, { put, read });
}
