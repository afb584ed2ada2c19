// Which model speaks, where this is one's own installation: chosen, tried and used without a restart.

import { call, get } from "../api.js";
import { number } from "../dates.js";
import { button, field, form, h, show, trouble } from "../elements.js";
import { done } from "../frame.js";
import { attempt } from "../state.js";
import { t } from "../texts.js";
import { section } from "./setting.js";
import { named } from "./who.js";

const PROVIDERS = ["offline", "openai", "anthropic"];
const HERE = "http://localhost:11434/v1";

// Empty where nobody can choose, and for whoever does not run this.
export function model() {
  const place = h("div");
  get("/v1/model").then((now) => now.here && show(place, chosen(now).element)).catch(() => {}); // the rest is of use without it
  return { element: place, fill: () => {} };
}

function chosen(now) {
  const told = h("p", t("settings.model.now", { who: named(now) }));
  return now.may_choose ? section("model", told, choosing(now, told)) : section("model", told, h("p.hint", t("settings.model.fixed")));
}

function choosing(now, told) {
  const wrong = trouble();
  const result = h("p", { role: "status" });
  const provider = h("select", PROVIDERS.map((each) => h("option", { value: each }, t(`settings.provider.${each}`))));
  const name = text({ placeholder: "llama3.1" });
  const address = text({ placeholder: HERE, inputmode: "url" });
  const key = text({ type: "password" });
  const parts = [
    field(t("settings.model.address"), address, t("settings.model.address.what")),
    field(t("settings.model.name"), name, t("settings.model.name.what")),
    field(t("settings.model.key"), key, t(now.has_key ? "settings.model.key.kept" : "settings.model.key.what")),
  ];
  [provider.value, name.value, address.value] = [now.provider, now.model, now.address];
  const fit = () => parts.forEach((part, place) => {
    part.hidden = provider.value === "offline" || (provider.value === "anthropic" && place === 0);
  });
  provider.addEventListener("change", fit);
  fit();
  const wanted = () => ({
    provider: provider.value, model: name.value, address: provider.value === "openai" ? address.value : "",
    ...(key.value && { key: key.value }),
  });
  const send = async (method, path) => (await call(method, path, { body: wanted() })).json();

  async function attemptIt() {
    show(result, t("settings.model.trying"));
    tryIt.disabled = true;
    try {
      show(result, outcome(await send("POST", "/v1/model/try")));
    } catch (error) {
      show(result);
      throw error;
    } finally {
      tryIt.disabled = false;
    }
  }

  async function use() {
    const used = await send("PUT", "/v1/model");
    key.value = "";
    show(told, t("settings.model.now", { who: named(used) }));
    done(t("settings.model.used", { who: named(used) }));
  }

  const tryIt = button(t("settings.model.try"), () => attempt(wrong, attemptIt), ".plain");
  const row = h("div.row", tryIt, h("button", t("settings.model.use")));
  return form(".choosing", () => attempt(wrong, use), field(t("settings.model.provider"), provider), parts, row, result, wrong);
}

function text(more) {
  return h("input", { maxlength: "500", autocomplete: "off", spellcheck: "false", ...more });
}

function outcome({ answered, seconds, first_word_seconds: first, said, why }) {
  const time = (count) => number(count, { maximumFractionDigits: 1 });
  if (!answered) return t(`settings.model.why.${why}`, { seconds: time(seconds) });
  return t("settings.model.answered", { said, first: time(first ?? seconds), seconds: time(seconds) });
}
