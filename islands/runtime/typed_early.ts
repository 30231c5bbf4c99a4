interface Typed {
  value: string;
  selection: [number, number];
}

/** React sets texts back to what the server sent. @returns a function that puts back what was typed, with the caret */
export function watchTyped(island: HTMLElement): () => void {
  const typed = new Map<HTMLTextAreaElement, Typed>();
  function note(field: HTMLTextAreaElement) {
    const { value, defaultValue, selectionStart, selectionEnd } = field;
    if (value !== defaultValue) typed.set(field, { value, selection: [selectionStart, selectionEnd] });
  }
  const onInput = ({ target }: Event) => target instanceof HTMLTextAreaElement && note(target);
  island.querySelectorAll("textarea").forEach(note);
  island.addEventListener("input", onInput, { capture: true });
  return () => {
    island.removeEventListener("input", onInput, { capture: true });
    for (const [field, { value, selection }] of typed) {
      if (field.value === value) continue;
      field.value = value;
      field.setSelectionRange(...selection);
    }
  };
}
