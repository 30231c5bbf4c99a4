import { toGroup } from "../../contract/groups/paths.ts";
import type { SentForm } from "../../operation.ts";
import { rowSize } from "../../../db/account/storage.ts";
import * as changes from "../../../db/chat/message_changes.ts";
import { requireRoom } from "../account/storage.ts";
import { changeUndeleted } from "./edits.ts";
import { Emoji, Message } from "../../contract/chat/shapes.ts";
import { chatServerTexts } from "../../contract/chat/texts.ts";
import { BadRequest } from "../../errors.ts";
import { operation } from "../../operation.ts";

const hasReacted = ({ reactions }: Message, userId: string, emoji: string): boolean =>
  reactions.some((reaction) => reaction.emoji === emoji && reaction.userIds.includes(userId));

const form = {
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
  fails: { 400: ["too_many_reactions"], 404: ["message_not_found"], 413: ["account_full"] },
  form,
  async run({ deps, user, params: { id: groupId, messageId, emoji } }) {
    const { db, clock, config: { accountQuota: quota } } = deps;
    const reaction = { groupId, id: messageId, emoji, quota };
    const { changed, message } = await changeUndeleted(deps, () => changes.addReaction(db, user.id, reaction, clock()));
    if (changed || hasReacted(message, user.id, emoji)) return { message };
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
  fails: { 404: ["message_not_found"] },
  form,
  async run({ deps, user, params: { id: groupId, messageId, emoji } }) {
    const reaction = { groupId, id: messageId, emoji };
    const { message } = await changeUndeleted(deps, () => changes.removeReaction(deps.db, user.id, reaction));
    return { message };
  },
});
