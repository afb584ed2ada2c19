// Events from the doors: one reply over HTTP with its cursor, and everything of mine over a WebSocket.

import { Away, call, Problem } from "./api.js";
import { refreshEngagements, refreshMe, tell } from "./state.js";

const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
const RETRIES = 60;
const REFUSALS = 2; // an answer that something is away is tried again this often, with the same key

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Hears a reply to its end, across connections that break: of a `request` with method, path and more.
export class Hearing {
  constructor(parts) {
    Object.assign(this, parts);
    this.cursor = null;
    this.over = false;
  }

  async listen() {
    for (let failures = 0; !this.over; ) {
      try {
        await this.read(await this.open());
        failures = 0;
      } catch (error) {
        failures += 1;
        const final = error instanceof Problem && (error.status !== 503 || failures > REFUSALS);
        if (final || failures > RETRIES) throw error;
        this.interrupted(error);
      }
      if (!this.over) await pause(RETRY_MS);
    }
  }

  async open() {
    const [method, path, more = {}] = this.request;
    const resume = this.cursor ? { "Last-Event-ID": this.cursor } : {};
    const headers = { Accept: "text/event-stream", ...resume, ...more.headers };
    const response = await call(method, path, { ...more, headers, signal: this.signal });
    this.accepted(response);
    return response;
  }

  async read(response) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = "";
    while (!this.over) {
      const { done, value } = await reader.read().catch(() => {
        throw new Away();
      });
      if (done) return;
      unread += value;
      const frames = unread.split("\n\n");
      unread = frames.pop();
      frames.forEach((frame) => this.take(frame));
    }
    await reader.cancel();
  }

  take(frame) {
    const fields = Object.fromEntries(frame.split("\n").map((text) => text.split(/: (.*)/s, 2)));
    this.cursor = fields.id ?? this.cursor;
    if (!fields.event) return;
    const event = JSON.parse(fields.data);
    this.over ||= event.event === "closed" || event.event === "failed";
    this.hear(event);
  }
}

let socket = null;
let wanted = false;
let retryMs = RETRY_MS;

export function listenToAll() {
  if (wanted) return;
  wanted = true;
  connect();
}

export function stopListening() {
  wanted = false;
  socket?.close();
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = (socket = new WebSocket(`${scheme}://${location.host}/v1/stream`));
  const isOver = () => !wanted || socket !== mine;
  let opened = false;
  mine.addEventListener("open", () => {
    opened = true;
    retryMs = RETRY_MS;
    tell("back"); // what happened meanwhile was not heard
  });
  mine.addEventListener("message", (message) => take(JSON.parse(message.data)));
  mine.addEventListener("close", async () => {
    if (isOver()) return;
    if (opened) tell("gone");
    await pause(retryMs * (0.5 + Math.random())); // not all pages at the same moment
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    if (!isOver()) connect();
  });
}

function take(event) {
  if (event.event !== "changed") tell("heard", event);
  else if (event.what === "memory") tell("memory");
  else if (event.what === "me") refreshMe().catch(unheard);
  else if (event.what === "conversation" || event.what === "threads") tell(event.what);
  else if (event.what === "set_aside") refreshMe().then(() => tell("memory")).catch(unheard);
  else refreshEngagements().catch(unheard);
}

function unheard(error) {
  if (!(error instanceof Away) && !(error instanceof Problem)) throw error;
}
