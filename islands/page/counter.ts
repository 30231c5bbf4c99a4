/**
 * A count on what belongs to no island, as the server draws it.
 *
 * @param hidden what of it is only for screen readers
 */
export function counter(className: string, text: string, hidden?: string): HTMLElement {
  const made = Object.assign(document.createElement("span"), { className, textContent: text });
  if (hidden) {
    made.append(Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: hidden }));
  }
  return made;
}
