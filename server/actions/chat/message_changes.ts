import { rowSize } from "../../../db/account/storage.ts";
import * as changes from "../../../db/chat/message_changes.ts";
import { mayDecideIn } from "../../../db/groups/roles.ts";
import { listNoticesOf } from "../../../db/notices/notices.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";
import { notOpen, requireOpen } from "../groups/conversations.ts";
import { announceChange } from "./announce_change.ts";
import { linkKeyOf, previewLink } from "./links.ts";
import { notifyOfMessage } from "../notices/message_notices.ts";
import { noticesRemoved } from "../notices/notify.ts";
import { isPinned } from "../../contract/chat/paths.ts";
import { Emoji, Message, MessageEdit } from "../../contract/chat/shapes.ts";
import { chatServerTexts, chatTexts } from "../../contract/chat/texts.ts";
import { toGroup } from "../../contract/groups/paths.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, Forbidden, found, messageNotFound } from "../../errors.ts";
import { operation, type SentForm, type SignedInCall } from "../../operation.ts";
import { withForm } from "../../writing/mod.ts";

interface Outcome {
  changed: boolean;
  message: Message;
}

async function change(deps: Deps, write: () => Promise<changes.Change>): Promise<Outcome> {
  const outcome = await write();
  announceChange(deps, outcome);
  return { changed: outcome.changed, message: found(outcome.message, messageNotFound) };
}

/** Makes a change of what only messages have that are not deleted. @throws NotFound for a deleted one too */
async function changeUndeleted(deps: Deps, write: () => Promise<changes.Change>): Promise<Outcome> {
  const outcome = await change(deps, write);
  if (outcome.message.deletedAt) throw messageNotFound();
  return outcome;
}

export const editMessage = operation({
  call: "PUT /groups/:id/messages/:messageId",
  summary: "Changes the text of a message; its author",
  access: "author",
  takes: MessageEdit,
  gives: { message: Message },
  limit: "messageChange",
  fails: { 403: ["not_author", ...notOpen], 404: ["message_not_found"], 409: ["poll_asked"], 413: ["account_full"] },
  form: { path: "/group/:id/messages/:messageId/edit", says: chatServerTexts.saved, to: toGroup },
  async run({ deps, user, params: { id: groupId, messageId } }, { content }) {
    const { db, clock, config: { accountQuota: quota } } = deps;
    const written = withForm(content);
    const edit = { groupId, id: messageId, ...written, quota, linkKey: linkKeyOf(deps, written) };
    const { changed, message } = await changeUndeleted(deps, () => changes.editMessage(db, user.id, edit, clock()));
    if (changed) {
      deps.messageIndex.messagesWait();
      await notifyOfMessage(deps, message, { isEdited: true });
      previewLink(deps, user.id, message);
    }
    if (message.userId !== user.id) throw new Forbidden(chatServerTexts.onlyAuthorEdits, "not_author");
    if (changed || message.content === content) return { message };
    if (message.poll) throw new Conflict(chatServerTexts.pollStays, "poll_asked");
    await requireOpen(deps, user, groupId);
    await requireRoom(deps, user, bytesIn(content) - bytesIn(message.content));
    throw new BadRequest(chatTexts.empty, "invalid_input");
  },
});

export const deleteMessage = operation({
  call: "DELETE /groups/:id/messages/:messageId",
  summary: "Deletes a message; its author, an organizer or the creator",
  access: "author",
  gives: { message: Message },
  limit: "messageChange",
  fails: { 403: ["not_author"], 404: ["message_not_found"] },
  form: { path: "/group/:id/messages/:messageId/delete", says: chatServerTexts.deletedNow, to: toGroup },
  run: async ({ deps, user, params: { id: groupId, messageId } }) => (
    { message: await removeMessage(deps, user.id, { groupId, id: messageId }) }
  ),
});

/** In the name of its author or an organizer; its place is left. @throws NotFound, Forbidden for others */
export async function removeMessage(
  deps: Deps,
  viewerId: string,
  message: { groupId: string; id: string },
): Promise<Message> {
  const { db, clock } = deps;
  const removed = await listNoticesOf(db, message);
  const deleted = await change(deps, () => changes.deleteMessage(db, viewerId, message, clock()));
  if (deleted.changed) {
    deps.purge.filesReleased();
    await noticesRemoved(deps, removed);
  }
  // Deleted before, maybe by the same call.
  if (deleted.changed || deleted.message.deletedAt) return deleted.message;
  throw new Forbidden(chatServerTexts.onlyAuthorDeletes, "not_author");
}

export const pinMessage = operation({
  call: "PUT /groups/:id/messages/:messageId/pin",
  summary: "Pins a message; an organizer or the creator, in a conversation both",
  access: "organizer",
  gives: { message: Message },
  limit: "messageChange",
  fails: { 400: ["too_many_pins"], 403: ["not_organizer", ...notOpen], 404: ["message_not_found"] },
  form: { path: "/group/:id/messages/:messageId/pin", says: chatServerTexts.pinnedNow, to: toGroup },
  run: (call) => pin(call, true),
});

export const unpinMessage = operation({
  call: "DELETE /groups/:id/messages/:messageId/pin",
  summary: "Unpins a message; an organizer or the creator, in a conversation both",
  access: "organizer",
  gives: { message: Message },
  limit: "messageChange",
  fails: { 403: ["not_organizer", ...notOpen], 404: ["message_not_found"] },
  form: { path: "/group/:id/messages/:messageId/unpin", says: chatServerTexts.unpinnedNow, to: toGroup },
  run: (call) => pin(call, false),
});

interface PinCall extends SignedInCall {
  params: { id: string; messageId: string };
}

async function pin({ deps, user, params: { id: groupId, messageId } }: PinCall, pinned: boolean) {
  const at = pinned ? deps.clock() : null;
  const { changed, message } = await changeUndeleted(
    deps,
    () => changes.setPinned(deps.db, user.id, { groupId, id: messageId, at }),
  );
  if (changed || isPinned(message) === pinned) return { message };
  if (await mayDecideIn(deps.db, user.id, groupId)) {
    throw new BadRequest(chatServerTexts.tooManyPins, "too_many_pins");
  }
  await requireOpen(deps, user, groupId);
  throw new Forbidden(chatServerTexts.onlyOrganizersPin, "not_organizer");
}

const hasReacted = ({ reactions }: Message, userId: string, emoji: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.userIds.includes(userId));

const reactionForm = {
  path: "/group/:id/messages/:messageId/reactions",
  params: ({ params, fields }: SentForm<"/group/:id/messages/:messageId">) => (
    { ...params, emoji: fields.emoji?.trim() }
  ),
  says: chatServerTexts.reacted,
  to: toGroup,
} as const;

export const addReaction = operation({
  call: "PUT /groups/:id/messages/:messageId/reactions/:emoji",
  summary: "Reacts with an emoji",
  access: "member",
  params: { emoji: Emoji },
  gives: { message: Message },
  limit: "messageChange",
  fails: { 400: ["too_many_reactions"], 403: notOpen, 404: ["message_not_found"], 413: ["account_full"] },
  form: reactionForm,
  async run({ deps, user, params: { id: groupId, messageId, emoji } }) {
    const { db, clock, config: { accountQuota: quota } } = deps;
    const reaction = { groupId, id: messageId, emoji, quota };
    const { changed, message } = await changeUndeleted(deps, () => changes.addReaction(db, user.id, reaction, clock()));
    if (changed || hasReacted(message, user.id, emoji)) return { message };
    await requireOpen(deps, user, groupId);
    await requireRoom(deps, user, rowSize.reaction);
    throw new BadRequest(chatServerTexts.tooManyReactions, "too_many_reactions");
  },
});

export const removeReaction = operation({
  call: "DELETE /groups/:id/messages/:messageId/reactions/:emoji",
  summary: "Takes a reaction back",
  access: "member",
  params: { emoji: Emoji },
  gives: { message: Message },
  limit: "messageChange",
  fails: { 403: notOpen, 404: ["message_not_found"] },
  form: reactionForm,
  async run({ deps, user, params: { id: groupId, messageId, emoji } }) {
    const reaction = { groupId, id: messageId, emoji };
    const { message } = await changeUndeleted(deps, () => changes.removeReaction(deps.db, user.id, reaction));
    if (hasReacted(message, user.id, emoji)) await requireOpen(deps, user, groupId);
    return { message };
  },
});
