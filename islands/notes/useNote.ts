import { useEffect, useState } from "react";
import { useStore } from "../runtime/useStore.ts";
import type { NotePlace } from "./drafts.ts";
import { type FirstNote, OpenNote } from "./open_note.ts";

export function useNote(place: NotePlace, first: FirstNote) {
  const [editor] = useState(() => new OpenNote(place, first));
  useEffect(() => editor.open(), []);
  return { editor, ...useStore(editor.store) };
}
