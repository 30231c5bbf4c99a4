/** What is done with messages that are stored. */
import * as changes from "../../../db/chat/message_changes.ts";
import * as chatLimits from "../../contract/chat/limits.ts";
import { listNoticesOf } from "../../../db/notices/notices.ts";
import { searchMessages as search } from "../../../db/chat/message_search.ts";
import { mayOrganize } from "../../../db/groups/roles.ts";
import { rowSize } from "../../../db/account/storage.ts";
import { type Advance, listReached, unveil } from "../../../db/chat/reveals.ts";
import type { Message, MessagePage } from "../../contract/chat/chat.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Forbidden, found, groupNotFound, messageNotFound } from "../../errors.ts";
import { noticesRemoved, notifyOfMessage } from "../notices/notices.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";
import { chatServerTexts, chatTexts } from "../../contract/chat/texts.ts";

type Parts = Pick<Deps, "db" | "config" | "clock" | "limiter" | "broadcast" | "pusher" | "log">;

interface Place {
  groupId: string;
  id: string;
}

/**
 * The author changes the text.
 *
 * @throws NotFound, Forbidden for others, BadRequest for a text that may not be empty, AppError (413) without room for it
 */
export async function editMessage(deps: Parts, author: User, place: Place & { content: string }): Promise<Message> {
  const { db, clock, config: { accountQuota: quota } } = deps;
  const { changed, message } = await changeUndeleted(
    deps,
    author,
    () => changes.editMessage(db, author.id, { ...place, quota }, clock()),
  );
  if (changed) await notifyOfMessage(deps, message);
  if (message.userId !== author.id) throw new Forbidden(chatServerTexts.onlyAuthorEdits, "not_author");
  if (changed || message.content === place.content) return message;
  await requireRoom(deps, author, bytesIn(place.content) - bytesIn(message.content));
  throw new BadRequest(chatTexts.empty, "invalid_input");
}

/** The author or an organizer deletes a message, of which its place is left. @throws NotFound, Forbidden for others */
export async function deleteMessage(deps: Parts & Pick<Deps, "purge">, viewer: User, place: Place): Promise<Message> {
  await deps.limiter.take("messageChange", viewer.id);
  return await deleteUncounted(deps, viewer.id, place);
}

/** The same for an operator, in the name of an organizer, whose changes it does not count among. */
export async function deleteUncounted(
  deps: Omit<Parts, "limiter"> & Pick<Deps, "purge">,
  viewerId: string,
  place: Place,
): Promise<Message> {
  const { db, clock } = deps;
  const removed = await listNoticesOf(db, place);
  const { changed, message } = await apply(deps, () => changes.deleteMessage(db, viewerId, place, clock()));
  if (changed) {
    deps.purge.filesReleased();
    await noticesRemoved(deps, removed);
  }
  // Deleted before, maybe by the same call.
  if (changed || message.deletedAt) return message;
  throw new Forbidden(chatServerTexts.onlyAuthorDeletes, "not_author");
}

/** A member reacts. @throws NotFound, BadRequest for too many kinds of reactions, AppError (413) without room for it */
export async function addReaction(deps: Parts, viewer: User, place: Place & { emoji: string }): Promise<Message> {
  const { db, clock, config: { accountQuota: quota } } = deps;
  const { changed, message } = await changeUndeleted(
    deps,
    viewer,
    () => changes.addReaction(db, viewer.id, { ...place, quota }, clock()),
  );
  if (changed || hasReacted(message, viewer, place.emoji)) return message;
  await requireRoom(deps, viewer, rowSize.reaction);
  throw new BadRequest(chatServerTexts.tooManyReactions, "too_many_reactions");
}

const hasReacted = ({ reactions }: Message, { id }: User, emoji: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.userIds.includes(id));

/** A member takes a reaction back. @throws NotFound */
export async function removeReaction(deps: Parts, viewer: User, place: Place & { emoji: string }): Promise<Message> {
  const { message } = await changeUndeleted(deps, viewer, () => changes.removeReaction(deps.db, viewer.id, place));
  return message;
}

/**
 * An organizer pins a message, or unpins it.
 *
 * @throws NotFound, Forbidden for others, BadRequest where too many are pinned
 */
export async function setPinned(deps: Parts, viewer: User, place: Place & { pinned: boolean }): Promise<Message> {
  const at = place.pinned ? deps.clock() : null;
  const { changed, message } = await changeUndeleted(
    deps,
    viewer,
    () => changes.setPinned(deps.db, viewer.id, { ...place, at }),
  );
  if (changed || (message.pinnedAt !== null) === place.pinned) return message;
  if (await mayOrganize(deps.db, viewer.id, place.groupId)) {
    throw new BadRequest(chatServerTexts.tooManyPins, "too_many_pins");
  }
  throw new Forbidden(chatServerTexts.onlyOrganizersPin, "not_organizer");
}

/**
 * Shows a member a message before they have read as far as its page, in all their windows.
 *
 * @throws NotFound
 */
export async function unveilMessage(
  { db, limiter, broadcast }: Pick<Deps, "db" | "limiter" | "broadcast">,
  viewer: User,
  place: Place,
): Promise<Message> {
  await limiter.take("messageChange", viewer.id);
  const message = found(await unveil(db, viewer.id, place), messageNotFound);
  if (message.anchor) broadcast.messagesUnveiled(viewer.id, { groupId: place.groupId, messages: [message] });
  return message;
}

/** How many messages open live at once: the page has more only when it is loaded anew. */
const mostOpened = 500;

/** Sends a reader the latest messages tied to the pages that they have reached. */
export const openReached = ({ db, broadcast }: Pick<Deps, "db" | "broadcast">, reader: User, advance: Stretch) =>
  sendStretch(db, reader, advance, broadcast.messagesUnveiled);

/** Sends a reader the messages tied to pages that they have not reached after all. */
export const veilAgain = ({ db, broadcast }: Pick<Deps, "db" | "broadcast">, reader: User, stretch: Stretch) =>
  sendStretch(db, reader, stretch, broadcast.messagesVeiled);

type Stretch = Omit<Advance, "before">;

async function sendStretch(
  db: Deps["db"],
  reader: User,
  stretch: Stretch,
  send: Deps["broadcast"]["messagesUnveiled"],
): Promise<void> {
  const { groupId } = stretch;
  let messages: Message[] = [];
  let count = 0;
  do {
    messages = await listReached(db, reader.id, { ...stretch, before: messages.at(-1)?.seq });
    if (messages.length > 0) send(reader.id, { groupId, messages });
    count += messages.length;
  } while (messages.length === chatLimits.chat.pageLength && count < mostOpened);
}

interface Outcome {
  changed: boolean;
  message: Message;
}

/** Counts a change, and makes it. @throws NotFound where there is no message */
async function change(deps: Parts, viewer: User, write: () => Promise<changes.Change>): Promise<Outcome> {
  await deps.limiter.take("messageChange", viewer.id);
  return await apply(deps, write);
}

/** Makes a change, and sends the group the changed message. @throws NotFound where there is no message */
async function apply(
  { broadcast }: Pick<Deps, "broadcast">,
  write: () => Promise<changes.Change>,
): Promise<Outcome> {
  const { changed, message, shown } = await write();
  if (changed && shown) broadcast.messageChanged(shown);
  return { changed, message: found(message, messageNotFound) };
}

/** The same, but of what only messages have that are not deleted. @throws NotFound for a deleted one too */
async function changeUndeleted(deps: Parts, viewer: User, write: () => Promise<changes.Change>): Promise<Outcome> {
  const outcome = await change(deps, viewer, write);
  if (outcome.message.deletedAt) throw messageNotFound();
  return outcome;
}

/**
 * Messages of a group with words that begin with those of the query, the latest first.
 *
 * @throws NotFound for outsiders, TooMany after too many searches
 */
export async function searchMessages(
  { db, limiter, messageIndex }: Pick<Deps, "db" | "limiter" | "messageIndex">,
  viewer: User,
  { groupId, query, before }: { groupId: string; query: string; before?: number },
): Promise<MessagePage> {
  await limiter.take("messageSearch", viewer.id);
  await messageIndex.flush();
  return found(await search(db, viewer.id, groupId, { query, before }), groupNotFound);
}
