// Asks for what the first view shows while the other modules are still on their way.

const answers = new Map();

// The answer of a door or a file, perhaps one that is on its way already; whoever asks again gets a new one.
export function answer(path, request) {
  const early = answers.get(path);
  answers.delete(path);
  return early ?? fetch(path, request);
}

// What nobody wanted for the first view would be too old for another.
export const forgetAhead = () => answers.clear();

function ask(path, asked = fetch(path)) {
  answers.set(path, asked);
  asked.catch(() => {}); // said where it is wanted
}

// Of a stranger nothing else is asked.
async function whoIsThere() {
  const me = await fetch("/v1/me");
  if (!me.ok) return me;
  const { settings } = await me.clone().json();
  [import.meta.resolve(`./texts/${settings.language}.json`), "/v1/engagements"].forEach((path) => ask(path));
  if (!/^#\/(?!talk|$)/.test(location.hash)) ["/v1/turns?limit=50", "/v1/offers"].forEach((path) => ask(path));
  return me;
}

if (!/[#&]code=/.test(location.hash)) ask("/v1/me", whoIsThere()); // a link is redeemed first
