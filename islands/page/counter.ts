/** A count on what belongs to no island, as the server draws it. */
export const counter = (text: string): HTMLElement =>
  Object.assign(document.createElement("span"), { className: "tab-count", textContent: text });
