import css from "../../../static/css/parts/outbox.css" with { type: "text" };

let isThere = false;

/** Adds the style of what shows the outbox, which no page has at first. */
export function addOutboxStyle(): void {
  if (isThere) return;
  isThere = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
