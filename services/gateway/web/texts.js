// What the page says, in the person's language; one file for each, and one for what only later views say.

import { answer } from "./ahead.js";

export const LANGUAGES = ["en", "de", "es"];
const [FALLBACK] = LANGUAGES;

let words = {};
let plural = new Intl.PluralRules(FALLBACK);
let speaking = "";
let asked = "";
let arriving = null;
let more = false; // the words of the later views, too: one of them was gone to

export function language() {
  return speaking;
}

// The languages that the browser asks for, until it is known who is there.
export function preferred() {
  return navigator.languages.map((each) => each.slice(0, 2)).find((each) => LANGUAGES.includes(each)) ?? FALLBACK;
}

// Whether the language is another one now. Asked twice at once, it is fetched once; the last that was asked for counts.
export async function speak(wanted) {
  const next = LANGUAGES.includes(wanted) ? wanted : FALLBACK;
  if (next !== asked) return (arriving = learn((asked = next)));
  await arriving;
  return false;
}

async function learn(next) {
  const learned = await Promise.all([read(next), more && read(`further/${next}`)]).catch((error) => {
    if (asked === next) asked = "";
    throw error;
  });
  if (asked !== next) return arriving.then(() => false);
  words = Object.assign(speaking === next ? words : {}, ...learned);
  speaking = next;
  plural = new Intl.PluralRules(next);
  document.documentElement.lang = next;
  return true;
}

const read = (name) => answer(import.meta.resolve(`./texts/${name}.json`)).then((found) => found.json());

// With nobody known yet, it is noted and comes along.
export function sayMore() {
  const wanted = asked || speaking;
  const isComing = more && asked;
  more = true;
  return isComing || !wanted ? arriving : (arriving = learn((asked = wanted)));
}

// "settings.rule.safety" stands in the part "settings" as "rule.safety".
function find(key) {
  const end = key.indexOf(".");
  return words[key.slice(0, end)]?.[key.slice(end + 1)];
}

// t("question.kept", { count: 2 }) takes the form that the language has for two, if there are such.
export function t(key, slots = {}) {
  const form = slots.count === undefined ? "" : `.${plural.select(slots.count)}`;
  const text = find(key + form) ?? find(`${key}.other`) ?? find(key) ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => slots[name] ?? "");
}

export const has = (key) => find(key) !== undefined;

export function listed(names, type = "conjunction") {
  return new Intl.ListFormat(speaking, { type }).format(names);
}

export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(speaking) + text.slice(1);
}

// What the doors name, in the person's words; a name that a later release adds stays as it is.
export function named(part, name) {
  return find(`${part}.${name.replaceAll(" ", "_")}`) ?? name.replaceAll("_", " ");
}
