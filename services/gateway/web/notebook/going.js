// Two ways for a memory to go, and what is different about them: taking back can be undone, erasing cannot.

import { asking } from "../dialog.js";
import { h, wrote } from "../elements.js";
import { send } from "../memory.js";
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
    doing: async () => void (await retract({ never_again: again.box.checked })),
  });
}

// In two steps: first what it means, then the deed; at the end what was found when somebody else looked.
export function erasing(memory, leave) {
  const again = never();
  const said = ["goes", "differs", "stays"].map((what) => h("li", t(`memory.erase_${what}`)));
  asking({
    title: t("memory.erase"),
    parts: [shown(memory()), h("ul.rules", said), again.element],
    yes: t("memory.erase_next"),
    style: ".grave",
    next: () => surely(memory, again.box.checked, leave),
  });
}

function surely(memory, neverAgain, leave) {
  asking({
    title: t("memory.erase_really"),
    parts: [shown(memory()), h("p", t("memory.erase_last")), neverAgain && h("p.aside", t("memory.erase_never"))],
    yes: t("memory.erase"),
    style: ".grave.full",
    no: t("memory.erase_not"),
    doing: async () => {
      const { receipt: found } = await send(memory(), "erase", { never_again: neverAgain });
      return [h("h2", t("memory.erased")), receipt(found)];
    },
    next: leave,
  });
}
