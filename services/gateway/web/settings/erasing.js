// Making go for good what was said, or everything. Both ask in a dialog and end with what was found afterwards.

import { Away, call, change, isNobody } from "../api.js";
import { asking } from "../dialog.js";
import { button, field, h, terms } from "../elements.js";
import { listenToAll, stopListening } from "../events.js";
import { threshold } from "../frame.js";
import { receipt } from "../notebook/receipt.js";
import { house } from "../state.js";
import { t } from "../texts.js";
import { section } from "./setting.js";

const CONFIRM = { confirm: "erase everything" };

export function erasing() {
  const way = (what, act) =>
    [h("p", t(`erase_${what}.what`)), h("div.row", button(t(`erase_${what}.open`), act, ".grave"))];
  return section("erasing", ...way("talk", eraseTalk), ...way("all", eraseAll));
}

function ask(what, doing, more = null, next) {
  const facts = terms(".kinds", [
    [t("settings.erase.goes"), t(`erase_${what}.goes`)],
    [t("settings.erase.stays"), t(`erase_${what}.stays`)],
    [t("settings.erase.backup"), t("settings.erase.copies")],
  ]);
  const [title, yes] = [t(`erase_${what}.ask`), t(`erase_${what}.yes`)];
  asking({ title, parts: [facts, more], yes, style: ".grave", doing, next });
}

function eraseTalk() {
  ask("talk", async () => [h("h2", t("erase_talk.done")), receipt(await change("DELETE", "/v1/conversation"))]);
}

function eraseAll() {
  const phrase = t("erase_all.phrase");
  const name = house.me.companion_name;
  const typed = h("input", { autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  let gone = null;
  const erase = async () => {
    if (![phrase, name].map(folded).includes(folded(typed.value))) {
      typed.focus();
      throw new Error(t("erase_all.other_words", { phrase, name }));
    }
    gone = await erased();
  };
  ask("all", erase, field(t("erase_all.type", { phrase, name }), typed), () => goodbye(name, gone));
}

const folded = (text) => text.normalize("NFC").trim().toLocaleLowerCase();

// That one is nobody now is read in the receipt: nothing else may tell it before.
async function erased() {
  stopListening();
  try {
    return await erasedOnce();
  } catch (error) {
    listenToAll();
    throw error;
  }
}

// When the answer gets lost, asking again finds nobody any more: that is the answer, without its receipt.
function erasedOnce() {
  const request = () => call("DELETE", "/v1/me", { body: CONFIRM }).then((answer) => answer.json());
  return request().catch((error) => {
    if (!(error instanceof Away)) throw error;
    return request().catch((later) => {
      if (isNobody(later)) return null;
      throw later;
    });
  });
}

function goodbye(name, gone) {
  house.me = null;
  sessionStorage.clear();
  localStorage.clear();
  history.replaceState(null, "", location.pathname);
  threshold(t("goodbye.title"),
    h("p", t("goodbye.what", { name })),
    h("div.card", gone ? receipt(gone) : h("p", t("goodbye.no_receipt"))),
    h("p.aside", t("settings.erase.copies")),
    h("p", h("a.button", { href: "/" }, t("goodbye.again"))));
}
