/** Reads what `Messages` and `MessageItem` have drawn, without React, since the connection needs it before. */
import type { Author, MemberDirectory } from "../../server/contract/chat.ts";
import type { Entry } from "./MessageItem.tsx";
import type { Stored } from "./reducer.ts";

/** Of what is sent to the island, what its messages are read with. */
export interface Sent {
  viewer: Author;
  members: MemberDirectory;
}

/** The messages that the server rendered, which are numbered without gaps. */
export function readMessages(island: HTMLElement, { viewer, members }: Sent): Stored[] | undefined {
  const first = Number(island.querySelector<HTMLElement>(".messages")?.dataset.seq);
  let author = viewer;
  return Array.from(island.querySelectorAll<HTMLElement>(".message"), (item, index) => {
    author = readAuthor(item, { viewer, members }) ?? author;
    return { ...readMessage(item), seq: first + index, userId: author.id, username: author.username };
  });
}

/** The author that a rendered item names, as the first of a run does. */
function readAuthor(item: HTMLElement, { viewer, members }: Sent): Author | undefined {
  if (item.matches(".message--mine")) return viewer;
  const { user: id } = item.dataset;
  if (!id) return undefined;
  // Who is not in the group any more is shown by their username.
  return { id, username: members[id]?.username ?? item.querySelector(".message-author")!.textContent! };
}

/** What a rendered item shows of its message, beside the author. */
const readMessage = (item: HTMLElement): Pick<Entry, "content" | "timestamp" | "clientId"> => ({
  content: item.querySelector(".message-text")!.textContent!,
  timestamp: item.querySelector("time")!.dateTime,
  clientId: item.dataset.client ?? null,
});
