// Calls the doors. An answer that is not good becomes a Problem with the door's own sentence.

import { t } from "./texts.js";

export class Problem extends Error {
  constructor(status, { detail, code, saved, current } = {}) {
    super(detail ?? t("sorry.unknown"));
    this.status = status;
    this.code = code ?? "";
    this.saved = saved;
    this.current = current;
  }
}

export class Away extends Error {
  constructor() {
    super(t("sorry.away"));
  }
}

export function newKey() {
  // Absent where the page is not served from this machine or over TLS.
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(16)).join("-");
}

export async function call(method, path, { body, headers, signal } = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = body && { "Content-Type": "application/json" };
  const response = await fetch(path, { method, headers: { ...type, ...headers }, body: text, signal }).catch((error) => {
    throw error.name === "AbortError" ? error : new Away();
  });
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
