// Where one reads: at the end one is kept there, further up nothing moves, and a button leads to the newest.

import { button } from "../elements.js";
import { t } from "../texts.js";

const NEAR_END = 240; // pixels from the end at which one is still reading along
const AIR = 16; // pixels between the strip and what asks

// `list` gives the turns, `card` what asks, if anything does; the strip above covers what is scrolled beneath it.
export function reading(signal, { list, card, strip }) {
  const below = button(t("talk.newest"), () => toEnd("smooth"), ".below");
  let along = false; // until one scrolls up: what grows while the page is still on its way to the end changes nothing
  let last = scrollY;
  let passed = null; // the card whose beginning one went past oneself

  function toEnd(behavior = "instant") {
    if (signal.aborted) return; // another view is scrolled now
    along = true;
    passed = card();
    if (!list().atEnd) list().begin(list().items, { atEnd: true });
    scrollTo({ top: document.documentElement.scrollHeight, behavior: calm() ? "instant" : behavior });
  }

  const room = () => card().getBoundingClientRect().top - strip.getBoundingClientRect().bottom - AIR;

  // To the end, but never past the beginning of what is asked; what a strip that grew covers of it comes back.
  function follow() {
    if (!along || signal.aborted) return;
    const top = card() ? room() : Infinity;
    const least = card() && card() !== passed ? -Infinity : 0;
    scrollBy({ top: Math.min(Math.max(least, top), document.documentElement.scrollHeight), behavior: "instant" });
  }

  function begin() {
    along = true;
    follow();
  }

  function keepingUp(act) {
    look();
    act();
    follow();
    hint();
  }

  function look() {
    if (isNearEnd()) along = list().atEnd;
    else if (scrollY < last) along = false;
    if (scrollY > last && card() && room() < -AIR) passed = card();
    last = scrollY;
    hint();
  }

  // Also to the end of a question that is too long for the window.
  function hint() {
    const isCovered = card()?.getBoundingClientRect().bottom > below.closest(".desk").getBoundingClientRect().top;
    below.toggleAttribute("data-away", !isNearEnd() || isCovered);
  }

  addEventListener("scroll", look, { signal, passive: true });
  const growing = new ResizeObserver(() => {
    follow();
    hint();
  });
  signal.addEventListener("abort", () => growing.disconnect());
  return { below, begin, toEnd, keepingUp, attend: (part) => growing.observe(part) };
}

function isNearEnd() {
  return scrollY + innerHeight > document.documentElement.scrollHeight - NEAR_END;
}

function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
