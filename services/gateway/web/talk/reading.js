// Where one reads: at the end one is kept there, further up nothing moves, and a button leads to the newest.

import { button } from "../elements.js";
import { t } from "../texts.js";

const NEAR_END = 240; // pixels from the end at which one is still reading along

export function reading(signal, showEnd) {
  const below = button(t("talk.newest"), () => toEnd("smooth"), ".below");

  function toEnd(behavior = "instant") {
    if (signal.aborted) return; // another view is scrolled now
    showEnd();
    scrollTo({ top: document.documentElement.scrollHeight, behavior: calm() ? "instant" : behavior });
  }

  function keepingUp(act) {
    const along = isNearEnd();
    act();
    if (along) toEnd();
  }

  const away = () => below.toggleAttribute("data-away", !isNearEnd());
  addEventListener("scroll", away, { signal, passive: true });
  return { below, toEnd, keepingUp };
}

function isNearEnd() {
  return scrollY + innerHeight > document.documentElement.scrollHeight - NEAR_END;
}

function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
