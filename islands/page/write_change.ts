/** What is in a field, and where its caret is, or its selection. */
export interface Typed {
  value: string;
  start: number;
  end: number;
}

/** Puts `text` in place of what is between two places, and then selects. */
export interface Change {
  from: number;
  to: number;
  text: string;
  start: number;
  end: number;
}

export const typedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Typed => (
  { value, start: selectionStart, end: selectionEnd }
);

/** As if it were typed: the browser can undo it, and what listens to the field hears of it. */
export function apply(field: HTMLTextAreaElement, { from, to, text, start, end }: Change): void {
  field.focus();
  field.setSelectionRange(from, to);
  const isDone = document.execCommand(text ? "insertText" : "delete", false, text);
  if (!isDone && field.value.slice(from, to) !== text) {
    field.setRangeText(text, from, to, "end");
    field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
  }
  field.setSelectionRange(start, end);
}

/** What a text is after a change: for tests, and where that is to be known before. */
export const changed = ({ value }: Typed, { from, to, text, start, end }: Change): Typed => (
  { value: value.slice(0, from) + text + value.slice(to), start, end }
);
