import { useEffect, useState } from "react";
import { useStore } from "../runtime/useStore.ts";
import { type FirstNote, type NotePlace, OpenNote } from "./open_note.ts";

export function useNote(place: NotePlace, first: FirstNote) {
  const [editor] = useState(() => new OpenNote(place, first));
  useEffect(() => editor.open(), []);
  return { editor, ...useStore(editor.store) };
}
