// A question as a card. What it shows of each item stays while the others are answered: so does a change in progress.

import { ago } from "../dates.js";
import { h, wrote } from "../elements.js";
import { withArrows } from "../keys.js";
import { mark } from "../memory.js";
import { house } from "../state.js";
import { t } from "../texts.js";
import { clash, one, selection } from "./answers.js";

const FORMS = { clash, retract: (offer, ...more) => (offer.items.length > 1 ? selection : one)(offer, ...more) };

// `answer` takes the answers to its items; `keep(name, make)` gives what it has under that name, else what is made.
export function card({ offer, asked, line, expires_at: until }, answer, keep) {
  const form = (FORMS[offer.kind] ?? one)(offer, (...given) => answer(offer.kind, ...given), keep);
  return withArrows(h(asked ? "div.card.offer.arrive" : "div.card.offer",
    h("h2", title(offer), !asked && [" ", mark("held")]),
    line && [h("p", t(offer.items.length ? "take_out.too" : "take_out.what")), wrote("p.mine", line)],
    form,
    offer.awaits && h("p.aside", t("question.how_said")),
    offer.more > 0 && h("p.aside", t("question.more", { count: offer.more })),
    offer.needs_control && h("p.aside", t("question.control", { count: offer.items.length })),
    offer.kind !== "retract" && h("p.aside", t("question.lapses", { when: ago(until) }), " ",
      isFirst(offer) && h("a", { href: "#/settings/asked" }, t("question.choose")))));
}

// Numbers count up and are never used again: nothing was ever asked before.
const isFirst = ({ kind, items }) => kind === "remember" && house.me.settings.asking !== undefined && items.some((item) => item.display_number === 1);

function title({ kind, items, awaits, needs_choice: choice, never_again: never }) {
  if (awaits) return t("question.how");
  if (!items.length) return t("take_out.ask");
  if (kind === "retract" && items.every((item) => item.is_over)) return t("question.over");
  if (kind === "retract" && (choice || items.length > 1)) return t("question.which");
  if (kind === "retract" && never) return t("question.never_again");
  return t(`question.${kind}`, { count: items.length });
}
