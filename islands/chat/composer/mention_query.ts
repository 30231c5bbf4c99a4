/** Completing mentions: pure, without a browser. */
import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";

/** How many members are offered at a time. */
const most = 6;

export interface MentionQuery {
  /** Where its `@` stands. */
  start: number;
  /** What is typed of a name, in lower case. */
  typed: string;
}

/** The mention that is being typed at a place in a text, if one is. */
export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const [, typed] = /(?<![\p{L}\p{N}._@-])@([\p{L}\p{N}._-]{0,30})$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { start: caret - typed.length - 1, typed: typed.toLowerCase() };
}

export interface Candidate {
  id: string;
  username: string;
  name: string;
}

/** The other members whose username, or a word of whose name, begins with what is typed. None once it is complete. */
export function candidatesFor(typed: string, members: MemberDirectory, viewerId: string): Candidate[] {
  const found: Candidate[] = [];
  for (const [id, { username, name }] of Object.entries(members)) {
    const words = [username, ...name.toLowerCase().split(/\s+/)];
    if (id !== viewerId && words.some((word) => word.startsWith(typed))) found.push({ id, username, name });
  }
  const isComplete = found.length === 1 && found[0].username === typed;
  return isComplete ? [] : found.sort((a, b) => a.name.localeCompare(b.name)).slice(0, most);
}
