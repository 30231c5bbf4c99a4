import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";

const most = 6;

export interface MentionQuery {
  start: number;
  typed: string;
}

export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const [, typed] = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}._-]{0,30})$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { start: caret - typed.length - 1, typed: typed.toLowerCase() };
}

export interface Candidate {
  id: string;
  username: string;
  name: string;
}

export function candidatesFor(typed: string, members: MemberDirectory, viewerId: string): Candidate[] {
  const found: Candidate[] = [];
  for (const [id, { username, name }] of Object.entries(members)) {
    const words = [username, ...name.toLowerCase().split(/\s+/)];
    if (id !== viewerId && words.some((word) => word.startsWith(typed))) found.push({ id, username, name });
  }
  const isComplete = found.length === 1 && found[0].username === typed;
  return isComplete ? [] : found.sort((a, b) => a.name.localeCompare(b.name)).slice(0, most);
}
