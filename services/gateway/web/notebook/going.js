// Two ways for a memory to go, and what is different about them: taking back can be undone, erasing cannot.

import { asking } from "../dialog.js";
import { h, show, wrote } from "../elements.js";
import { asShown, send } from "../memory.js";
import { t } from "../texts.js";
import { receipt } from "./receipt.js";

const shown = ({ content }) => wrote("p.content", content);

function never() {
  const box = h("input", { type: "checkbox" });
  const what = h("span", t("memory.never"), h("span.hint", t("memory.never_what")));
  return { box, element: h("label.never-again", box, what) };
}

export function takingBack(memory, retract) {
  const again = never();
  asking({
    title: t("memory.take_back_title"),
    parts: [shown(memory), h("p", t("memory.take_back_what")), again.element],
    yes: t("memory.take_back"),
    doing: async () => void (await retract({ never_again: again.box.checked }, memory)),
  });
}

// In two steps: first what it means, then the deed; at the end what was found when somebody else looked. `latest` gives the
// memory as it is known to be by now.
export function erasing(latest, leave) {
  const again = never();
  const said = ["goes", "differs", "stays"].map((what) => h("li", t(`memory.erase_${what}`)));
  asking({
    title: t("memory.erase"),
    parts: [shown(latest()), h("ul.rules", said), again.element],
    yes: t("memory.erase_next"),
    style: ".grave",
    next: () => surely(latest, again.box.checked, leave),
  });
}

function surely(latest, neverAgain, leave) {
  let seen = latest();
  const text = h("div", shown(seen));
  const changed = (error) => {
    if (error.current) show(text, shown((seen = error.current)));
    throw error;
  };
  asking({
    title: t("memory.erase_really"),
    parts: [text, h("p", t("memory.erase_last")), neverAgain && h("p.aside", t("memory.erase_never"))],
    yes: t("memory.erase"),
    style: ".grave.full",
    no: t("memory.erase_not"),
    doing: async () => {
      const erased = send(asShown(seen, latest()), "erase", { never_again: neverAgain });
      const { receipt: found } = await erased.catch(changed);
      return [h("h2", t("memory.erased")), receipt(found)];
    },
    next: leave,
  });
}
