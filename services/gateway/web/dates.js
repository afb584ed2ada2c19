// Days, times and ages as the person's language and zone have them; and numbers.

import { house } from "./state.js";
import { capital, language } from "./texts.js";

const UNITS = [["year", 31_557_600], ["month", 2_629_800], ["week", 604_800], ["day", 86_400], ["hour", 3_600], ["minute", 60]];
const DAY_MS = 86_400_000;
const DATE = { day: "numeric", month: "long", year: "numeric" };
const formats = new Map();

function format(at, options, locale = language()) {
  const zone = house.me?.settings.time_zone;
  const key = JSON.stringify([locale, zone, options]);
  if (!formats.has(key)) formats.set(key, formatOf(locale, options, zone));
  return formats.get(key).format(new Date(at));
}

function formatOf(locale, options, timeZone) {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, options); // a zone that this browser has not heard of
  }
}

export const time = (at) => format(at, { timeStyle: "short" });

export const date = (at) => format(at, DATE);

export const month = (at) => capital(format(at, { month: "long", year: "numeric" }));

export const moment = (at) => format(at, { dateStyle: "medium", timeStyle: "short" });

const inNumbers = (at, options) => format(at, options, "sv"); // 2026-05-01 23:59:59

export const dayOf = (at) => inNumbers(at, { dateStyle: "short" });

export const today = () => dayOf(Date.now());

export function endOf(day) {
  const end = Date.parse(`${day}T23:59:59Z`);
  const ahead = (at) => Date.parse(`${inNumbers(at, { dateStyle: "short", timeStyle: "medium" }).replace(" ", "T")}Z`) - at;
  return new Date(end - ahead(end - ahead(end)) + 999).toISOString(); // clocks may change
}

export const sameDay = (one, other) => date(one) === date(other);

// "Today", "Yesterday", "Tuesday", then the date.
export function day(at) {
  const days = [0, 1].find((back) => sameDay(at, Date.now() - back * DAY_MS));
  if (days !== undefined) return capital(relative(-days, "day"));
  const far = Date.now() - new Date(at) > 6 * DAY_MS;
  return capital(format(at, { weekday: "long", ...(far && DATE) }));
}

export function ago(at) {
  const seconds = (Date.now() - new Date(at)) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return relative(-Math.round(seconds / size), unit);
}

function relative(count, unit) {
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(count, unit);
}

export function number(value, options = {}) {
  return new Intl.NumberFormat(language(), options).format(value);
}

export const percent = (share) => number(share, { style: "percent", maximumFractionDigits: 0 });

export function dollars(value) {
  return number(value, { style: "currency", currency: "USD", maximumFractionDigits: Number(value) < 0.1 ? 6 : 2 });
}
