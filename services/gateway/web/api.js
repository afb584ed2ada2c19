// Calls the doors. An answer that is not good becomes a Problem: in the person's language where the page has a sentence
// for it, else in the door's own words.

import { answer } from "./ahead.js";
import { has, t } from "./texts.js";

export class Problem extends Error {
  constructor(status, { detail, code = "", saved, current } = {}) {
    super();
    Object.assign(this, { status, detail, code, saved, current });
  }

  // Worded when it is read: what goes wrong at first may do so before there are words.
  get message() {
    return has(`problem.${this.code}`) ? t(`problem.${this.code}`) : (this.detail ?? t("sorry.unknown"));
  }
}

// Whether nobody is who one was: signed out, erased, or never signed in.
export const isNobody = (error) => error instanceof Problem && error.status === 401;

// For what was erased, or never was: nothing instead of a problem.
export function whenGone(error) {
  if (error instanceof Problem && ["not_found", "bad_id", "gone"].includes(error.code)) return null;
  throw error;
}

export class Away extends Error {
  get message() {
    return t("sorry.away");
  }
}

// What broke off because nobody wants it any more is no trouble.
export function lost(error) {
  throw error.name === "AbortError" ? error : new Away();
}

export function newKey() {
  // Absent where the page is not served from this machine or over TLS.
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("-");
}

export async function call(method, path, { body, headers, signal } = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = body && { "Content-Type": "application/json" };
  const request = { method, headers: { ...type, ...headers }, body: text, signal };
  const response = await (method === "GET" ? answer(path, request) : fetch(path, request)).catch(lost);
  signal?.throwIfAborted();
  if (response.ok) return response;
  throw new Problem(response.status, await response.json().catch(() => ({})));
}

export async function get(path, more = {}) {
  return (await call("GET", path, more)).json();
}

// Does something once: when the answer gets lost, the same key asks for it again.
export async function change(method, path, body) {
  const request = { body, headers: { "Idempotency-Key": newKey() } };
  try {
    return await answered(await call(method, path, request));
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    return answered(await call(method, path, request));
  }
}

function answered(response) {
  return response.status === 204 ? null : response.json();
}

export function query(parameters) {
  const given = Object.entries(parameters).filter(([, value]) => value);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}
