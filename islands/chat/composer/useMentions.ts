import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from "react";
import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";

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

export interface Candidate {
  id: string;
  username: string;
  name: string;
}

interface People {
  members: MemberDirectory;
  viewerId: string;
  /** Once it is loaded. */
  candidatesFor: ((typed: string, people: Pick<People, "members" | "viewerId">) => Candidate[]) | undefined;
}

export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  { candidatesFor, ...people }: People,
): Mentions {
  const [candidates, setCandidates] = useState<Candidate[]>([]);
  const [selected, setSelected] = useState(0);
  const close = () => setCandidates([]);

  function update(): void {
    const { value, selectionStart } = field.current!;
    const query = mentionAt(value, selectionStart);
    setCandidates(query && candidatesFor?.(query.typed, people) || []);
    setSelected(0);
  }

  useEffect(() => candidatesFor && update(), [candidatesFor]);

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

interface MentionQuery {
  start: number;
  typed: string;
}

function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const [, typed] = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}._-]{0,30})$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { start: caret - typed.length - 1, typed: typed.toLowerCase() };
}
