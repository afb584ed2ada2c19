// The notebook as it stood at the end of a day: there to be looked at.

import { date, endOf, today } from "../dates.js";
import { asking } from "../dialog.js";
import { button, field, h } from "../elements.js";
import { t } from "../texts.js";
import { addressOf } from "./place.js";

export function lookBack({ engagement }) {
  const day = h("input", { type: "date", required: true, max: today() });
  const ask = () => asking({
    title: t("then.title"),
    parts: [h("p", t("then.what")), field(t("then.day"), day)],
    yes: t("then.show"),
    next: () => (location.hash = addressOf({ engagement, then: day.value })),
  });
  return button(t("then.open"), ask, ".plain");
}

export function thatWas({ engagement, then }) {
  return h("div.that-was",
    h("p", t("then.shown", { day: date(endOf(then)) })),
    h("a.button", { href: addressOf({ engagement }), "data-back": true }, t("then.end")));
}
