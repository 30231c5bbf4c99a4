/** Reads what `Messages` and `MessageItem` have drawn, without React, since the connection needs it before. */
import type {
  Author,
  MemberDirectory,
  Message,
  MessageAnchor,
  Reaction,
} from "../../../server/contract/chat/shapes.ts";
import { readFiles } from "../files/from_html.ts";
import type { ShownQuote, Stored } from "./reducer.ts";

/** Of what is sent to the island, what its messages are read with. */
export interface Sent {
  viewer: Author;
  members: MemberDirectory;
  rev: number;
}

/** The messages that the server rendered, which are numbered without gaps. */
export function readMessages(island: HTMLElement, { viewer, members, rev }: Sent): Stored[] | undefined {
  const first = Number(island.querySelector<HTMLElement>(".messages")?.dataset.seq);
  let author = viewer;
  return Array.from(island.querySelectorAll<HTMLElement>(".message"), (item, index) => {
    author = readAuthor(item, { viewer, members }) ?? author;
    return {
      seq: first + index,
      rev,
      userId: author.id,
      username: author.username,
      clientId: item.dataset.client ?? null,
      timestamp: timeIn(item, ".message-time time:last-child")!,
      editedAt: timeIn(item, ".message-edited"),
      deletedAt: timeIn(item, ".message-deleted"),
      pinnedAt: timeIn(item, ".message-pinned"),
      anchor: readAnchor(item),
      ...readText(item, members),
      ...readVeil(item),
      replyTo: readQuote(item),
      reactions: readReactions(item),
      files: readFiles(item),
    };
  });
}

/** The author that a rendered item names, as the first of a run does. */
function readAuthor(item: HTMLElement, { viewer, members }: Omit<Sent, "rev">): Author | undefined {
  if (item.matches(".message--mine")) return viewer;
  const { user: id } = item.dataset;
  if (!id) return undefined;
  // Who is not in the group any more is shown by their username.
  return { id, username: members[id]?.username ?? item.querySelector(".message-author")!.textContent! };
}

/** The page that a message is tied to, from the link that opens it. */
function readAnchor(item: Element): MessageAnchor | null {
  const link = item.querySelector<HTMLAnchorElement>(".message-anchor a");
  if (!link) return null;
  const query = new URL(link.href).searchParams;
  const chapter = link.querySelector(".anchor-chapter")?.textContent;
  return { bookId: query.get("book")!, page: Number(query.get("page")), ...(chapter && { chapter }) };
}

/** A veiled message is named by the form that shows it. */
function readVeil(item: Element): Pick<Message, "veiled"> & Partial<Pick<Message, "id" | "length" | "content">> {
  const veil = item.querySelector<HTMLElement>(".veil");
  if (!veil) return { veiled: false };
  const [id] = new URL(veil.querySelector("form")!.action).pathname.split("/").slice(-2);
  return { veiled: true, id: decodeURIComponent(id), length: Number(veil.dataset.length), content: "" };
}

const timeIn = (item: Element, selector: string): string | null =>
  item.querySelector<HTMLTimeElement>(selector)?.dateTime ?? null;

const readText = (item: Element, members: MemberDirectory): Pick<Stored, "content" | "mentions"> =>
  item.querySelector(".message-deleted")
    ? { content: "", mentions: [] }
    : writtenText(item.querySelector(".message-text")!, members);

/** The text of a message as it was written, where it is shown with the names of those whom it mentions. */
function writtenText(shown: Element, members: MemberDirectory): Pick<Stored, "content" | "mentions"> {
  const mentions = new Set<string>();
  const texts = Array.from(shown.childNodes, (node) => {
    const userId = (node as HTMLElement).dataset?.mention;
    if (userId === undefined) return node.textContent;
    mentions.add(userId);
    return `@${members[userId].username}`;
  });
  return { content: texts.join(""), mentions: [...mentions] };
}

function readQuote(item: Element): ShownQuote | null {
  const quote = item.querySelector<HTMLAnchorElement>(".message-quote");
  if (!quote) return null;
  return {
    seq: Number(new URL(quote.href).searchParams.get("message")),
    username: quote.dataset.by!,
    excerpt: quote.querySelector("span")?.textContent ?? "",
    ...(quote.dataset.veiled !== undefined && { veiled: true as const }),
  };
}

const readReactions = (item: Element): Reaction[] =>
  Array.from(item.querySelectorAll<HTMLElement>(".reaction"), ({ dataset, firstChild }) => ({
    emoji: firstChild!.textContent!,
    userIds: dataset.users!.split(" "),
  }));
