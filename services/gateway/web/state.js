// What all views share, and how they hear that it changed.

import { call, get, isNobody } from "./api.js";
import { show } from "./elements.js";
import { t } from "./texts.js";

const PROJECT = "holdfast.project";

export const house = {
  me: null,
  engagements: [],
  project: null, // the id of the project that is talked about, if any
};

const changes = new EventTarget();

// Hears one kind of change until `until` is aborted: "me", "engagements", "memory",
// "conversation", "threads", "heard", "back", "project".
export function on(what, act, until) {
  changes.addEventListener(what, (event) => act(event.detail), { signal: until });
}

export function tell(what, detail = null) {
  changes.dispatchEvent(new CustomEvent(what, { detail }));
}

// One reading after the other: an earlier answer never overtakes a later one, and whoever asks gets what was read after
// that; all who ask while one is on its way share the next.
export function inTurn(read) {
  let last = Promise.resolve();
  let next = null;
  const begin = () => {
    next = null;
    return read();
  };
  return () => (next ??= last = last.catch(() => {}).then(begin));
}

export const refreshMe = inTurn(async () => {
  const me = await get("/v1/me");
  const isNew = JSON.stringify(me) !== JSON.stringify(house.me);
  house.me = me;
  if (isNew) tell("me"); // else what is being chosen just now stays
});

export const refreshEngagements = inTurn(async () => {
  house.engagements = (await get("/v1/engagements")).engagements;
  if (house.project && !projects().some((each) => each.engagement_id === house.project)) choose(null);
  tell("engagements");
});

export function restoreProject() {
  house.project = sessionStorage.getItem(PROJECT);
}

export function choose(project) {
  house.project = project;
  if (project) sessionStorage.setItem(PROJECT, project);
  else sessionStorage.removeItem(PROJECT);
  tell("project");
}

export function projects() {
  return house.engagements.filter((each) => each.kind === "project" && each.status === "active");
}

export function engagement(id) {
  return house.engagements.find((each) => each.engagement_id === id);
}

export function isStory(id) {
  return id === house.me?.personal_engagement_id;
}

// The one-time code of a link; it is gone from the address before anything else can happen to it.
export async function redeemLink() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return;
  history.replaceState(null, "", location.pathname);
  await call("POST", "/v1/session", { body: { code } });
}

export async function redeemToken(token) {
  const headers = { Authorization: `Bearer ${token}` };
  const { code } = await (await call("POST", "/v1/session/code", { headers })).json();
  await call("POST", "/v1/session", { body: { code } });
}

export async function signOut() {
  await call("DELETE", "/v1/session");
  forgetMe();
}

export function forgetMe(sentence = "") {
  house.me = null;
  sessionStorage.clear(); // a draft is a private thing
  tell("signed-out", sentence);
}

// Said in `wrong`, with how it reads now what changed meanwhile; a session that ended leads to signing in.
export function refused(error, wrong) {
  const now = error.current?.content && error.code !== "clash" && ` ${t("memory.reads_now", { text: error.current.content })}`;
  if (isNobody(error)) forgetMe(error.message);
  else if (error.name !== "AbortError") show(wrong, error.message, now);
}

// Whether it could be done; a memory that changed meanwhile is handed on as it is now.
export async function attempt(wrong, doing, changed = () => {}) {
  show(wrong);
  try {
    await doing();
    return true;
  } catch (error) {
    if (error.current) changed(error.current);
    refused(error, wrong);
    return false;
  }
}
