// The page: signs in, shows the conversation so far, streams replies. All text becomes text nodes, nothing else.

const find = (id) => document.getElementById(id);
const conversation = find("conversation");
const notice = find("notice");
const line = find("line");
const speak = find("speak");
const signIn = find("sign-in");

const RETRY_MS = 1000;
const RETRIES = 60;
const REFUSALS = 2; // an answer that something is away is tried again this often, with the same key
const AWAY = "The connection is interrupted. Your words are kept here; please try again.";

class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function call(method, path, { body, headers = {} } = {}) {
  const response = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "same-origin",
  });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Problem(response.status, problem.detail ?? "That did not work. Please try again.");
}

const json = async (...request) => (await call(...request)).json();

function show(text, whose, before = null) {
  const item = document.createElement("li");
  item.className = whose;
  item.dir = "auto";
  item.textContent = text;
  conversation.insertBefore(item, before);
  item.scrollIntoView({ block: "nearest" });
  return item;
}

function say(sentence) {
  notice.textContent = sentence;
}

// ---- signing in ------------------------------------------------------------------------------------------------

async function redeemLink() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return;
  // The code is gone from the address before anything else can happen to it.
  history.replaceState(null, "", location.pathname);
  await call("POST", "/v1/session", { body: { code } });
}

async function redeemToken(token) {
  const headers = { Authorization: `Bearer ${token}` };
  const { code } = await json("POST", "/v1/session/code", { headers });
  await call("POST", "/v1/session", { body: { code } });
}

async function enter() {
  const me = await json("GET", "/v1/me");
  find("name").textContent = me.companion_name;
  document.title = me.companion_name;
  signIn.hidden = true;
  speak.hidden = false;
  find("leave").hidden = false;
  await showConversation();
  line.focus();
}

function askToSignIn(sentence = "") {
  conversation.replaceChildren();
  signIn.hidden = false;
  speak.hidden = true;
  find("leave").hidden = true;
  say(sentence);
}

// ---- the conversation ------------------------------------------------------------------------------------------

async function showConversation() {
  const { turns } = await json("GET", "/v1/turns?limit=50");
  conversation.replaceChildren();
  for (const turn of turns) {
    for (const text of turn.said) show(text, "mine");
    const end = turn.closed?.reply ?? turn.failed?.detail;
    if (end !== undefined) show(end, "theirs");
    else follow(turn);
  }
}

function follow(turn) {
  if (turn.turn_id === null) return;
  const reply = new Reply(show("", "theirs under-way"));
  reply.listen(() => ["GET", `/v1/turns/${turn.turn_id}/events`, { headers: reply.headers() }]).catch(refuse);
}

const replies = new Map(); // by turn: lines that were taken together have one reply

class Reply {
  constructor(item) {
    this.item = item;
    this.cursor = null;
    this.accepted = false;
    this.over = false;
  }

  headers() {
    return { Accept: "text/event-stream", ...(this.cursor && { "Last-Event-ID": this.cursor }) };
  }

  tell(name, data) {
    if (name === "started") this.begin(data.turn_id);
    if (this.over) return;
    if (name === "piece") this.item.textContent += data.text;
    if (name === "restarted") this.item.textContent = "";
    if (name === "closed") this.end(data.reply);
    if (name === "failed") this.end(data.detail);
    this.item.scrollIntoView({ block: "nearest" });
  }

  begin(turnId) {
    const other = replies.get(turnId);
    replies.set(turnId, other ?? this);
    if (other === undefined || other === this) return;
    this.over = true;
    // One reply, below the last of the lines that it answers.
    const isLater = other.item.compareDocumentPosition(this.item) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isLater) this.item.replaceWith(other.item);
    else this.item.remove();
  }

  end(text) {
    this.over = true;
    this.item.textContent = text;
    this.item.classList.remove("under-way");
  }

  // Listens until the reply is over, across connections that break: the same key is the same line.
  async listen(request, accepted = () => {}) {
    for (let failures = 0; !this.over; ) {
      try {
        const response = await call(...request());
        this.accepted = true;
        accepted();
        say("");
        await this.read(response);
        failures = 0;
      } catch (error) {
        failures += 1;
        const final = error instanceof Problem && (error.status !== 503 || failures > REFUSALS);
        if (final || failures > RETRIES) throw error;
        say("The connection is interrupted; trying again.");
      }
      if (!this.over) await pause(RETRY_MS);
    }
  }

  async read(response) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let unread = "";
    while (!this.over) {
      const { done, value } = await reader.read();
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
    if (fields.event) this.tell(fields.event, JSON.parse(fields.data));
  }
}

let earlier = Promise.resolve(); // lines go out one after the other, so that they arrive in their order

async function converse(text) {
  const mine = show(text, "mine");
  const reply = new Reply(show("", "theirs under-way"));
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  const body = { message: text, channel: "web" };
  const request = () => ["POST", "/v1/converse", { body, headers: { ...reply.headers(), "Idempotency-Key": key } }];
  const before = earlier;
  let done;
  earlier = new Promise((resolve) => {
    done = resolve;
  });
  try {
    await before;
    await reply.listen(request, done);
  } catch (error) {
    fail(error, reply, mine, text);
  }
  done();
}

function fail(error, reply, mine, text) {
  if (reply.accepted) {
    reply.end("The reply will be here when the page is opened again.");
    return;
  }
  reply.item.remove();
  mine.remove();
  line.value = line.value ? `${text}\n${line.value}` : text; // the draft is never lost
  refuse(error);
}

function refuse(error) {
  if (error.status === 401) askToSignIn(error.message);
  else say(error instanceof Problem ? error.message : AWAY);
}

// ---- the person's hand -----------------------------------------------------------------------------------------

speak.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = line.value.trim();
  if (!text) return;
  line.value = "";
  converse(text);
});

line.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  speak.requestSubmit();
});

signIn.addEventListener("submit", (event) => {
  event.preventDefault();
  const token = find("token").value.trim();
  find("token").value = "";
  redeemToken(token).then(enter).catch(refuse);
});

find("leave").addEventListener("click", () => {
  call("DELETE", "/v1/session").then(() => askToSignIn("You are signed out.")).catch(refuse);
});

redeemLink()
  .then(enter)
  .catch((error) => {
    const expected = error.status === 401 && !error.message.includes("link");
    if (expected) askToSignIn();
    else refuse(error);
  });
