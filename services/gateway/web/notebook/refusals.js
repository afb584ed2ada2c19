// What is never to be remembered again, in whatever words; each can be lifted.

import { get } from "../api.js";
import { date } from "../dates.js";
import { button, h, show, trouble, wrote } from "../elements.js";
import { attempt } from "../state.js";
import { t } from "../texts.js";
import { lift } from "./acting.js";

export function neverAgain(signal) {
  const wrong = trouble();
  const list = h("ul");
  const number = h("span.aside");
  const element = h("section.never", { hidden: true },
    h("details", h("summary", t("notebook.never"), number), h("p.aside", t("notebook.never_what")), wrong, list));

  const look = async () => draw((await get("/v1/refusals", { signal })).refusals);

  function draw(refusals) {
    element.hidden = refusals.length === 0;
    show(number, String(refusals.length));
    show(list, refusals.map((each) => h("li", wrote("span.content", each.text), h("span.aside", date(each.created_at)),
      button(t("notebook.lift"), () => lifting(each), ".plain"))));
  }

  const lifting = (each) => attempt(wrong, async () => {
    draw(await lift(each));
    (list.querySelector("button") ?? document.querySelector("h1")).focus();
  });

  return { element, look };
}
