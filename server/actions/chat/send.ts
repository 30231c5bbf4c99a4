import { v7 as uuid } from "uuid";
import { rowSize } from "../../../db/account/storage.ts";
import { findReadyText } from "../../../db/books/texts.ts";
import { findByClientId, findMessage } from "../../../db/chat/messages.ts";
import type { ShownMessage } from "../../../db/chat/message_views.ts";
import { insertMessage } from "../../../db/chat/new_messages.ts";
import { isMember } from "../../../db/groups/members.ts";
import { findReader } from "../../../db/reading/readers.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { notifyOfMessage } from "../notices/message_notices.ts";
import { previewLink } from "./links.ts";
import { Draft, Message, type NewAnchor } from "../../contract/chat/shapes.ts";
import { threadTexts } from "../../contract/chat/thread_texts.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { toGroup } from "../../contract/groups/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import { positionAtPlace, scaleOf } from "../../contract/books/text_places.ts";
import { positionOf } from "../../contract/reading/positions.ts";
import type { Deps } from "../../deps.ts";
import { beyondEnd, bookNotFound, fileNotFound, groupNotFound, messageNotFound, TooMany } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { withForm } from "../../writing/mod.ts";

interface Post extends Pick<Draft, "content" | "clientId"> {
  groupId: string;
  replyTo?: string | null;
  files?: string[];
  anchor?: NewAnchor | null;
}

/** One that was sent before, under its `clientId` or within the last second, is not stored, sent or counted again. */
export async function postMessage(
  deps: Deps,
  author: User,
  draft: Post,
  acknowledge: (stored: Message) => void = () => {},
): Promise<Message> {
  const { db, config: { accountQuota: quota }, clock, limiter } = deps;
  const id = uuid();
  const earlier = await countUnlessEarlier(deps, author, draft);
  if (earlier) {
    acknowledge(earlier);
    return earlier;
  }
  const anchor = draft.anchor ? await anchorOf(deps, author, { ...draft.anchor, groupId: draft.groupId }) : null;
  const { message, isDirect, shown } =
    await insertMessage(db, { ...draft, ...withForm(draft.content), id, userId: author.id, anchor, quota }, clock()) ??
      await throwReason(deps, author, draft);
  acknowledge(message);
  if (shown) {
    // All acknowledgements of a commit first: what their senders write next shares the next commit.
    await Promise.resolve();
    await announceMessage(deps, { message, shown }, isDirect ? author : undefined);
    previewLink(deps, author.id, message);
  } else await limiter.giveBack("chat", author.id);
  return message;
}

/** Of one that has just been stored. @param directBy its author, in a conversation */
export async function announceMessage(
  deps: Deps,
  { message, shown }: { message: Message; shown: ShownMessage },
  directBy?: User,
): Promise<void> {
  deps.metrics.messageStored();
  deps.broadcast.message(shown);
  if (message.replyTo) deps.broadcast.partChanged({ groupId: message.groupId, part: "threads" });
  deps.messageIndex.messagesWait();
  await notifyOfMessage(deps, message, { directBy });
}

async function anchorOf({ db }: Deps, author: User, { groupId, bookId, page, at }: NewAnchor & { groupId: string }) {
  const reader = await findReader(db, author.id, bookId);
  if (reader?.groupId !== groupId) throw await isMember(db, author.id, groupId) ? bookNotFound() : groupNotFound();
  const { edition, editionId } = reader;
  const text = at === undefined ? undefined : await findReadyText(db, author.id, bookId);
  if (text) return { bookId, position: positionAtPlace(scaleOf(text), at!), editionId: text.editionId };
  if (page > edition.pageCount) throw beyondEnd(edition.pageCount);
  return { bookId, position: positionOf(edition, page), editionId };
}

async function throwReason(deps: Deps, author: User, { groupId, replyTo, content }: Post): Promise<never> {
  const { db } = deps;
  await requireOpen(deps, author, groupId);
  if (replyTo && !await findMessage(db, author.id, { groupId, id: replyTo })) throw messageNotFound();
  await requireRoom(deps, author, rowSize.text + bytesIn(content));
  throw fileNotFound();
}

/** One over the limit is looked up, as it may have been sent before; storing the others finds that out. */
async function countUnlessEarlier(
  { db, limiter }: Deps,
  author: User,
  { groupId, clientId }: Post,
): Promise<Message | undefined> {
  try {
    await limiter.take("chat", author.id);
  } catch (error) {
    const earlier = clientId && error instanceof TooMany && await findByClientId(db, author.id, { groupId, clientId });
    if (earlier) return earlier;
    throw error;
  }
}

export const sendMessage = operation({
  call: "POST /groups/:id/messages",
  summary: "Sends a message",
  access: "member",
  takes: Draft,
  gives: { message: Message },
  status: 201,
  body: "files",
  fails: {
    400: ["page_beyond_end"],
    403: notOpen,
    404: ["group_not_found", "message_not_found", "file_not_found", "book_not_found"],
    413: ["account_full"],
  },
  form: [
    { path: "/group/:id/messages", to: toGroup },
    {
      path: "/group/:id/threads/:seq/messages",
      says: threadTexts.replied,
      to: ({ params: { id, seq } }) => clubPaths.openThread(id, seq),
    },
  ],
  run: async ({ deps, user, params }, draft) => (
    { message: await postMessage(deps, user, { ...draft, groupId: params.id }) }
  ),
});
