import * as notices from "../../../db/notices/notices.ts";
import { chatPaths } from "../../contract/chat/paths.ts";
import { everyone, mentionedNames } from "../../contract/chat/mentions.ts";
import type { Message } from "../../contract/chat/shapes.ts";
import { noticesServerTexts } from "../../contract/notices/texts.ts";
import { displayName } from "../../contract/people/names.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { notifyOfNews } from "./news.ts";
import { mayNotify, noticesRemoved, notify, tryToNotify } from "./notify.ts";

/**
 * Of a conversation it is one notice. In groups every message goes to members who want it by web push alone; of an
 * edited one people are notified whom it adds.
 */
export const notifyOfMessage = (
  deps: Deps,
  message: Message,
  { isEdited = false, directBy }: { isEdited?: boolean; directBy?: User } = {},
): Promise<void> =>
  tryToNotify(deps, async () => {
    if (message.deletedAt) return;
    if (directBy) return await notifyOfDirectMessage(deps, directBy, message);
    if (isEdited) await noticesRemoved(deps, await notices.deleteFormerMentions(deps.db, message));
    if (message.replyTo || message.mentions.length > 0) await notifyAddressed(deps, message, isEdited);
    if (!isEdited) deps.pusher.messagePosted(message);
  });

async function notifyAddressed(deps: Deps, message: Message, isEdited: boolean): Promise<void> {
  const { id, groupId, userId, seq, replyTo } = message;
  const names = await notices.findMessageNames(deps.db, { groupId, userId, replyToSeq: replyTo?.seq ?? null });
  if (!names) return;
  const { groupName, author, repliedTo } = names;
  const about = {
    url: chatPaths.messageAt(groupId, seq),
    subject: id,
    group: { id: groupId, levels: ["all", "mentions"] as const },
    by: userId,
    seq,
  };
  const before = isEdited ? await notices.listNoticesOf(deps.db, message) : [];
  const isToAll = mentionedNames(message.content).includes(everyone);
  const mentioned = isToAll ? await notices.listMentioned(deps.db, message.id) : message.mentions;
  const isNew = (id: string) => id !== userId && before.every((notice) => notice.userId !== id);
  const to = {
    reply: repliedTo && isNew(repliedTo) ? [repliedTo] : [],
    mention: mentioned.filter((id) => id !== repliedTo && isNew(id)),
  };
  if (!await mayNotify(deps.limiter, userId, to.reply.length + to.mention.length)) return;
  for (const kind of ["reply", "mention"] as const) {
    const text = noticesServerTexts[kind](displayName(author), groupName);
    await notify(deps, { ...about, kind, text, to: to[kind] });
  }
}

const notifyOfDirectMessage = (deps: Deps, author: User, { groupId, seq }: Message) =>
  notifyOfNews(deps, author, {
    kind: "direct",
    groupId,
    subject: groupId,
    url: chatPaths.messageAt(groupId, seq),
    seq,
    text: () => noticesServerTexts.direct(displayName(author)),
    many: { before: "", after: noticesServerTexts.directs(displayName(author)) },
  });
