import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { type Candidate, candidatesFor, mentionAt } from "./mention_query.ts";

export interface Mentions {
  candidates: Candidate[];
  selected: number;
  listId: string;
  optionId: (index: number) => string;
  update: () => void;
  close: () => void;
  pick: (candidate: Candidate) => void;
  onKeyDown: (event: KeyboardEvent) => boolean;
}

interface People {
  members: MemberDirectory;
  viewerId: string;
}

export function useMentions(field: RefObject<HTMLTextAreaElement | null>, { members, viewerId }: People): Mentions {
  const [candidates, setCandidates] = useState<Candidate[]>([]);
  const [selected, setSelected] = useState(0);
  const close = () => setCandidates([]);

  function update(): void {
    const { value, selectionStart } = field.current!;
    const query = mentionAt(value, selectionStart);
    setCandidates(query ? candidatesFor(query.typed, members, viewerId) : []);
    setSelected(0);
  }

  function pick({ username }: Candidate): void {
    const { value, selectionStart } = field.current!;
    const query = mentionAt(value, selectionStart);
    if (query) field.current!.setRangeText(`@${username} `, query.start, selectionStart, "end");
    field.current!.focus();
    close();
  }

  const keys: Record<string, () => void> = {
    ArrowDown: () => setSelected((selected + 1) % candidates.length),
    ArrowUp: () => setSelected((selected + candidates.length - 1) % candidates.length),
    Enter: () => pick(candidates[selected]),
    Tab: () => pick(candidates[selected]),
    Escape: close,
  };

  function onKeyDown(event: KeyboardEvent): boolean {
    const act = candidates.length > 0 && !event.shiftKey && !event.nativeEvent.isComposing && keys[event.key];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  return { candidates, selected, listId, optionId, update, close, pick, onKeyDown };
}
