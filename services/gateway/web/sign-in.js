// For whom the page does not know yet: a token, or the link that the start printed.

import { field, form, h, show, trouble } from "./elements.js";
import { threshold } from "./frame.js";
import { redeemToken } from "./state.js";
import { t } from "./texts.js";

export function signInView(sentence, enter) {
  const token = h("input", { type: "password", autocomplete: "off", required: true, spellcheck: "false" });
  const wrong = show(trouble(), sentence);
  const submit = h("button.yes", t("sign_in.enter"));

  async function send() {
    const given = token.value.trim();
    token.value = "";
    submit.disabled = true;
    try {
      await redeemToken(given);
      await enter();
    } catch (error) {
      show(wrong, error.message);
      submit.disabled = false;
      token.focus();
    }
  }

  threshold(t("sign_in.title"), h("p", t("sign_in.what")), h("p.aside", t("sign_in.anew")), h("p.aside", t("sign_in.keep")),
    form(".card", send, field(t("sign_in.token"), token, t("sign_in.hint")), wrong, h("div.row", submit)));
}
