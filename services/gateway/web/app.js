// Starts the page: who is there, which view, which keys.

import { forgetAhead } from "./ahead.js";
import { change, get, isNobody, Problem } from "./api.js";
import { dressed, h, heading, nothing, show, trouble } from "./elements.js";
import { listenToAll, stopListening } from "./events.js";
import { clearDone, frame } from "./frame.js";
import { keys } from "./keys.js";
import { forgetMe, house, on, redeemLink, refreshEngagements, refreshMe, restoreProject } from "./state.js";
import { preferred, sayMore, speak, t } from "./texts.js";

const LOOKS = ["notebook", "account"];

// What conversations left has words and a look of its own.
const left = (load) => () => Promise.all([load(), sayMore(), dressed("story")]).then(([view]) => view);

// Loaded when first gone to: the conversation must be usable before the notebook has arrived.
const VIEWS = {
  talk: () => import("./talk/view.js"),
  notebook: () => import("./notebook/view.js"),
  memory: () => import("./notebook/memory.js"),
  why: () => import("./why.js"),
  story: left(() => import("./story/story.js")),
  threads: left(() => import("./story/threads.js")),
  archive: left(() => import("./story/archive.js")),
  conversation: left(() => import("./story/conversation.js")),
  settings: () => import("./settings.js"),
  nowhere: () => ({ show: (place) => show(place, nothing(t("problem.bad_id"), null, "#/talk", t("notebook.go_talk"))) }),
};

const forever = new AbortController().signal;
let leaving = new AbortController();

// `#/notebook/<id>?q=tea` is the view, what it is about, and how it was looked at.
function where() {
  const [path, parameters = ""] = (location.hash.startsWith("#/") ? location.hash.slice(2) : "").split("?");
  const [view, about = null] = path.split("/");
  const name = view || "talk";
  return { name: Object.hasOwn(VIEWS, name) ? name : "nowhere", about, parameters: new URLSearchParams(parameters) };
}

async function go() {
  if (!house.me) return;
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  const { name, about, parameters } = where();
  clearDone();
  const place = frame(name);
  try {
    const [view] = await Promise.all([VIEWS[name](), name === "talk" || dressed(...LOOKS)]);
    if (!signal.aborted) await view.show(place, { about, parameters, signal });
  } catch (error) {
    if (error.name === "AbortError" || signal.aborted) return;
    if (isNobody(error)) askWhoIsThere(error.message);
    else sorry(place, error);
  }
}

// A view that could not be had is tried again when the connection is back.
function sorry(place, error) {
  const wrong = trouble();
  show(place, h("div.view", { "data-failed": true }, heading(t("sorry.title")), wrong));
  show(wrong, error instanceof Problem ? error.message : t("sorry.away"));
}

// What happened before one listened was not heard: all that stands here is read anew, also when the page is first listened
// on. What is merely away just now is back by itself; the view that needed it has said so.
async function back() {
  if (!house.me) return;
  await Promise.all([refreshMe(), refreshEngagements()]).catch((error) => isNobody(error) && forgetMe(error.message));
  if (house.me && document.querySelector("[data-failed]")) await go();
}

async function enter() {
  const me = await atHome(await get("/v1/me"));
  restoreProject();
  await Promise.all([speak(me.settings.language), refreshEngagements()]);
  house.me = me; // only now: who goes elsewhere meanwhile would find no words
  if (where().name !== "talk") listenToAll();
  await go();
  forgetAhead();
  listenToAll(); // the talk asks then for what happened since, which is little
}

// Who comes for the first time is spoken to in the language and the time zone of their browser; it can be changed.
async function atHome(me) {
  const { language, time_zone: zone } = me.settings;
  const isNew = me.revision === 0 && !me.reader && language === "en" && zone === "UTC";
  const wanted = { language: preferred(), time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone || zone };
  if (!isNew || (wanted.language === language && wanted.time_zone === zone)) return me;
  return change("PATCH", "/v1/me", wanted).catch(() => me);
}

async function askWhoIsThere(sentence = "") {
  leaving.abort();
  stopListening();
  const [{ signInView }] = await Promise.all([import("./sign-in.js"), speak(preferred()), dressed(...LOOKS)]);
  signInView(sentence, enter);
}

async function start() {
  VIEWS[where().name](); // on its way while we ask who is there
  let spent = null; // what is wrong with the link; whoever is signed in already needs none
  try {
    await redeemLink().catch((error) => (spent = error));
    await enter();
  } catch (error) {
    await speak(preferred());
    await askWhoIsThere(isNobody(error) ? (spent?.message ?? "") : error.message);
  }
}

on("signed-out", askWhoIsThere, forever);
on("back", back, forever);
on("gone", back, forever); // also when nobody is who one was: erased on another page, or signed out there
on("memory", () => house.me && refreshEngagements().catch(() => {}), forever); // whichever view counts what waits
on("me", () => speak(house.me.settings.language).then((changed) => changed && go()), forever);
addEventListener("hashchange", go);
keys();
start();
