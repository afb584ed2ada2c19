// Makes elements. What a person or a model wrote becomes text nodes and nothing else: there is no way to HTML from here.

const SVG = "http://www.w3.org/2000/svg";

// h("button.quiet", { onclick: close, "aria-label": "Close" }, "×"); what is null, undefined or false is left out.
export function h(name, ...rest) {
  return fill((tag) => document.createElement(tag), name, rest);
}

export function svg(name, ...rest) {
  return fill((tag) => document.createElementNS(SVG, tag), name, rest);
}

function fill(make, name, rest) {
  const [tag, ...classes] = name.split(".");
  const element = make(tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  const [first] = rest;
  const hasProperties = first?.constructor === Object;
  if (hasProperties) set(element, first);
  element.append(...kept(hasProperties ? rest.slice(1) : rest));
  return element;
}

const isNothing = (value) => value === null || value === undefined || value === false;

const kept = (children) => children.flat(Infinity).filter((child) => !isNothing(child));

function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (isNothing(value)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
}

export function show(element, ...children) {
  element.replaceChildren(...kept(children));
  return element;
}

// What the talk does not need is fetched when another view is first gone to; a look that does not come must not stop it.
const dressing = new Map();

export function dressed(...names) {
  return Promise.all(names.map((name) => dressing.get(name) ?? putOn(name)));
}

function putOn(name) {
  const href = import.meta.resolve(`./style/${name}.css`);
  const worn = new Promise((onload) => document.head.append(h("link", { rel: "stylesheet", href, onload, onerror: onload })));
  dressing.set(name, worn);
  return worn;
}

const ICONS = {
  talk: "M4 5h16v11H9l-5 4z",
  notebook: "M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6zM6 3v18M3.5 8H8M3.5 12H8M3.5 16H8",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
  back: "M14 5l-7 7 7 7",
  send: "M5 12h13M12 5.5 18.5 12 12 18.5",
  why: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.25c-.7.35-1.1.9-1.1 1.75M12 16.5v.1",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  edit: "M4 20l1-4.5L15.5 5 19 8.5 8.5 19z",
  story: "M4 5c3-1 6 0 8 2 2-2 5-3 8-2v13c-3-1-6 0-8 2-2-2-5-3-8-2zM12 7v13",
  past: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
};

export function icon(name) {
  return svg("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

export function button(label, act, style = "") {
  return h(`button${style}`, { type: "button", onclick: act }, label);
}

export function form(style, submit, ...parts) {
  const onsubmit = (event) => {
    event.preventDefault();
    submit();
  };
  return h(`form${style}`, { onsubmit }, parts);
}

// A heading that takes the focus when its view is entered, so that a screen reader says where one is.
export function heading(text) {
  return h("h1", { tabindex: "-1" }, text);
}

// What somebody wrote; it runs as its own script does.
export function wrote(name, ...words) {
  return h(name, { dir: "auto" }, words);
}

export function nothing(title, what, href, label) {
  const top = heading(title);
  queueMicrotask(() => top.focus());
  return h("div.view.empty", top, what && h("p", what), h("a.button", { href, "data-back": true }, label));
}

export function trouble() {
  return h("p.sorry", { role: "alert" });
}

let fields = 0;

export function field(label, input, hint = null) {
  input.id ||= `field-${(fields += 1)}`;
  if (hint) input.setAttribute("aria-describedby", `${input.id}-hint`);
  return h("div.field", h("label", { for: input.id }, label), input, hint && h("p.hint", { id: `${input.id}-hint` }, hint));
}

export function terms(style, pairs) {
  return h(`dl${style}`, pairs.map((pair) => pair && h("div", h("dt", pair[0]), h("dd", pair[1]))));
}

export function scale(style, share) {
  const filled = h("span");
  filled.style.setProperty("inline-size", `${share * 100}%`);
  return h(`span.scale${style}`, { "aria-hidden": "true" }, filled);
}
