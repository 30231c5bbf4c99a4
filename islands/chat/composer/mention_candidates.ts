import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import type { Candidate } from "./useMentions.ts";

interface People {
  members: MemberDirectory;
  viewerId: string;
}

const most = 6;

export function candidatesFor(typed: string, { members, viewerId }: People): Candidate[] {
  const found: Candidate[] = [];
  for (const [id, { username, name }] of Object.entries(members)) {
    const words = [username, ...name.toLowerCase().split(/\s+/)];
    if (id !== viewerId && words.some((word) => word.startsWith(typed))) found.push({ id, username, name });
  }
  const isComplete = found.length === 1 && found[0].username === typed;
  return isComplete ? [] : found.sort((a, b) => a.name.localeCompare(b.name)).slice(0, most);
}
