// What an independent look found after something was taken back or erased: not what the deleter says it did.

import { moment, number } from "../dates.js";
import { h, terms } from "../elements.js";
import { named, t } from "../texts.js";

export function receipt({ status, what, checked, removed, at, files }) {
  const went = Object.entries(removed).filter(([, count]) => count > 0);
  return h("section.receipt", { "aria-label": t("receipt.title") },
    h(`p.verdict.${status}`, t(`receipt.${what}.${status}`)),
    h("p", looked(checked)),
    files && h("p.aside", t(`receipt.files.${files}`)),
    went.length > 0 && h("details", h("summary", t("receipt.removed")), counted("removed", went)),
    checked.length > 0 && h("details", h("summary", t("receipt.places")), places(checked)),
    h("p.aside", moment(at)));
}

const names = (places) => places.map(({ surface }) => named("place", surface));

function looked(checked) {
  const found = checked.filter((each) => each.found > 0);
  const slots = { count: checked.length, where: names(found).join(", ") };
  return t(found.length ? "receipt.found" : "receipt.found_nothing", slots);
}

function places(checked) {
  const found = checked.filter((each) => each.found > 0).map((each) => [each.surface, each.found]);
  const clear = checked.filter((each) => !each.found);
  return [counted("place", found), h("p.aside", names(clear).join(" · "))];
}

function counted(part, rows) {
  return terms("", rows.map(([name, count]) => [named(part, name), number(count)]));
}
