import type { ReactNode } from "react";
import { listBooksById } from "../../../db/books/books.ts";
import { listNamedMembers } from "../../../db/groups/members.ts";
import { listBlockedIn } from "../../../db/people/blocks.ts";
import { bookOf, RevealForm } from "../../../islands/chat/messages/Anchor.tsx";
import { MessageItem } from "../../../islands/chat/messages/MessageItem.tsx";
import { directoryOf, peopleIn } from "../../../islands/chat/state/state.ts";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { type AnchorBook, asAnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { C } from "../../layout/page.tsx";

/** What messages are drawn from beside themselves. */
export interface ThreadContext {
  members: MemberDirectory;
  /** Ids of people whom the reader has blocked, and their usernames, by which quotes name them. */
  blocked: Set<string>;
  books: AnchorBook[];
}

export async function threadContext(
  c: C,
  groupId: string,
  messages: Message[],
  people: string[] = [],
): Promise<ThreadContext> {
  const { deps: { db }, user } = c.var;
  const ids = [...new Set([user.id, ...people, ...peopleIn(messages)])];
  const usernames = [...new Set(messages.flatMap(({ replyTo }) => replyTo?.username ?? []))];
  const anchored = [...new Set(messages.flatMap(({ anchor }) => anchor?.bookId ?? []))];
  const [faces, blocked, books] = await Promise.all([
    listNamedMembers(db, user.id, { groupId, ids, usernames }),
    listBlockedIn(db, user.id, groupId),
    anchored.length > 0 ? listBooksById(db, user.id, anchored) : [],
  ]);
  return {
    members: directoryOf(faces),
    blocked: new Set(blocked.flatMap(({ id, username }) => [id, username])),
    books: books.map(asAnchorBook),
  };
}

/** Draws messages as the chat does without script. */
export function messageDrawer(c: C, { members, blocked, books }: ThreadContext) {
  const writer = timeFormatter(readerLocale(c));
  const viewerId = c.var.user.id;
  return (messages: Message[], newest?: Message): ReactNode[] =>
    messages.map((message, index) => (
      <MessageItem
        key={message.id}
        message={message}
        before={messages[index - 1]}
        mine={message.userId === viewerId}
        author={members[message.userId]}
        isNew={message === newest}
        marked={false}
        reachable
        hiddenByBlock={blocked.has(message.userId)}
        quoteHiddenByBlock={message.replyTo !== null && blocked.has(message.replyTo.username)}
        members={members}
        book={bookOf(books, message.anchor)}
        viewerId={viewerId}
        writer={writer}
        actions={undefined}
      >
        {message.veiled && <RevealForm message={message} tabIndex={undefined} onReveal={noScript} />}
      </MessageItem>
    ));
}

/** The form is sent: no script takes it over. */
const noScript = () => {};
