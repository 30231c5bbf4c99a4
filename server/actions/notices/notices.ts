/** Notices: made after the commit of what they are about. That one cannot be made fails nothing else. */
import * as notices from "../../../db/notices/notices.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import * as noticesLimits from "../../contract/notices/limits.ts";
import { v7 as uuid } from "uuid";
import { iso } from "../../../db/people/columns.ts";
import type { LateReader } from "../../../db/reading/plan.ts";
import type { AnswerableNote } from "../../../db/notes/shared_notes.ts";
import type { Message } from "../../contract/chat/shapes.ts";
import type { NoticesState } from "../../contract/chat/events.ts";
import { type Group, notifyLevels } from "../../contract/groups/groups.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import type { NoticeList } from "../../contract/notices/notices.ts";
import { displayName } from "../../contract/people/names.ts";
import { paceTexts } from "../../contract/reading/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { isWithin, type Limiter } from "../../rate_limits.ts";
import { bookPaths } from "../../contract/books/paths.ts";
import { notePaths } from "../../contract/notes/paths.ts";
import { chatPaths } from "../../contract/chat/paths.ts";
import { peoplePaths } from "../../contract/people/paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { sitePaths } from "../../contract/site/paths.ts";
import { readingPaths } from "../../contract/reading/paths.ts";
import { noticesServerTexts } from "../../contract/notices/texts.ts";

type Parts = Pick<Deps, "db" | "clock" | "log" | "broadcast" | "pusher">;

type NewNotice = Omit<notices.NewNotice, "recipients"> & { to: string[] };

/** Stores a notice for these users, and sends it to their windows and browsers. */
async function notify(deps: Parts, notice: NewNotice): Promise<void> {
  const { text, url } = notice;
  const notified = await notifyQuietly(deps, notice);
  deps.pusher.send(notified.map(({ id, userId }) => ({ userId, push: { tag: id, id, text, url } })));
}

/** Stores a notice for these users, and sends it to their windows. @returns who got it */
async function notifyQuietly(
  { db, clock, broadcast }: Parts,
  { to, ...notice }: NewNotice,
): Promise<notices.Notified[]> {
  const recipients = [...new Set(to)].map((userId) => ({ id: uuid(), userId }));
  const now = clock();
  const notified = await notices.insertNotices(db, { ...notice, recipients }, now);
  const { kind, text, url } = notice;
  for (const { id, userId } of notified) {
    broadcast.notice(userId, { id, kind, text, url, createdAt: iso(now), readAt: null });
  }
  return notified;
}

/** Does what may fail without failing what it is about. */
async function tryToNotify({ log }: Pick<Deps, "log">, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ err }, "people could not be notified");
  }
}

/**
 * Notifies those whom a message mentions or replies to, unless they want no notices of its group, or have read it; and
 * those who want to be notified of every message, by web push alone. For an edited message it notifies those whom it
 * did not mention before. Beyond the limit of its author it notifies nobody by name. Never throws.
 */
export const notifyOfMessage = (deps: Parts & Pick<Deps, "limiter">, message: Message): Promise<void> =>
  tryToNotify(deps, async () => {
    if (message.deletedAt) return;
    if (message.editedAt) await noticesRemoved(deps, await notices.deleteFormerMentions(deps.db, message));
    if (message.replyTo || message.mentions.length > 0) await notifyAddressed(deps, message);
    if (!message.editedAt) deps.pusher.messagePosted(message);
  });

async function notifyAddressed(deps: Parts & Pick<Deps, "limiter">, message: Message): Promise<void> {
  const { id, groupId, userId, seq, replyTo } = message;
  const audience = await notices.findAudience(deps.db, { groupId, userId, replyToSeq: replyTo?.seq ?? null });
  if (!audience) return;
  const { groupName, author, repliedTo } = audience;
  const about = {
    url: chatPaths.messageAt(groupId, seq),
    subject: id,
    group: { id: groupId, levels: ["all", "mentions"] as const },
    by: userId,
    seq,
  };
  const before = message.editedAt ? await notices.listNoticesOf(deps.db, message) : [];
  const isNew = (id: string) => id !== userId && before.every((notice) => notice.userId !== id);
  const to = {
    reply: repliedTo && isNew(repliedTo) ? [repliedTo] : [],
    mention: message.mentions.filter((id) => id !== repliedTo && isNew(id)),
  };
  if (!await mayNotify(deps.limiter, userId, to.reply.length + to.mention.length)) return;
  for (const kind of ["reply", "mention"] as const) {
    const text = noticesServerTexts[kind](displayName(author), groupName);
    await notify(deps, { ...about, kind, text, to: to[kind] });
  }
}

/** Counts the notices that somebody causes. */
const mayNotify = async (limiter: Limiter, userId: string, count: number): Promise<boolean> =>
  count === 0 || await isWithin(limiter, "notice", userId, count);

/** Notifies somebody of a friend request. Never throws. */
export const notifyOfRequest = (deps: Parts, sender: User, request: { id: string; receiverId: string }) =>
  tryToNotify(deps, () =>
    notify(deps, {
      kind: "friendRequest",
      to: [request.receiverId],
      text: noticesServerTexts.friendRequest(displayName(sender)),
      url: peoplePaths.pendingRequests,
      subject: request.id,
      by: sender.id,
    }));

/**
 * Notifies the sender of a friend request that it was accepted. The receiver's own notice of it is gone by then.
 * Never throws.
 */
export const notifyOfAcceptance = (deps: Parts, receiver: User, request: { id: string; senderId: string }) =>
  tryToNotify(deps, async () => {
    await sendUnread(deps, receiver.id, { gone: true });
    await notify(deps, {
      kind: "friendAccepted",
      to: [request.senderId],
      text: noticesServerTexts.friendAccepted(displayName(receiver)),
      url: peoplePaths.user(receiver.id),
      subject: request.id,
      by: receiver.id,
    });
  });

/** Sends people how many of their notices are unread, after some are gone with what they were about. Never throws. */
export const noticesRemoved = (deps: Parts, removed: (Pick<notices.Notified, "userId"> & { id?: string })[]) =>
  tryToNotify(deps, async () => {
    if (removed.length === 0) return;
    const byUser = Map.groupBy(removed, ({ userId }) => userId);
    for (const [userId, unread] of await notices.countUnreadNoticesOf(deps.db, [...byUser.keys()])) {
      const ids = byUser.get(userId)!.flatMap(({ id }) => id ?? []);
      deps.broadcast.noticesRead(userId, { unread, ids, gone: true });
    }
  });

/** Notifies somebody who was added to a group. Never throws. */
export const notifyOfMembership = (deps: Parts, adder: User, { group, userId }: { group: Group; userId: string }) =>
  tryToNotify(deps, () =>
    notify(deps, {
      kind: "addedToGroup",
      to: [userId],
      text: noticesServerTexts.addedToGroup(displayName(adder), group.groupName),
      url: groupPaths.group(group.id),
      subject: group.id,
      by: adder.id,
      group: { id: group.id, levels: notifyLevels },
    }));

/**
 * Notifies people with an account that they are invited into a group: once, however often they are, until they have read
 * it and a day has passed. Never throws.
 */
export const notifyOfInvitation = (
  deps: Parts,
  inviter: User,
  { group, userIds }: { group: Pick<Group, "id" | "groupName">; userIds: string[] },
) =>
  tryToNotify(deps, async () => {
    const about = { kind: "invited", subject: group.id } as const;
    await notices.deleteReadNotices(deps.db, { ...about, userIds }, deps.clock() - groupsLimits.invitations.again);
    await notify(deps, {
      ...about,
      to: userIds,
      text: noticesServerTexts.invited(displayName(inviter), group.groupName),
      url: sitePaths.dashboard,
      by: inviter.id,
    });
  });

/** Notifies people of a report: operators of a new one, who has made it of what was decided. Never throws. */
export const notifyOfReport = (
  deps: Parts,
  { userIds, ...notice }: { userIds: string[]; text: string; url: string; subject: string },
) => tryToNotify(deps, () => notify(deps, { kind: "report", to: userIds, ...notice }));

/** Notifies the members who want to know all of a group that somebody finished one of its books. Never throws. */
export const notifyOfFinish = (
  deps: Parts & Pick<Deps, "limiter">,
  reader: User,
  { bookId, groupId, title }: { bookId: string; groupId: string; title: string },
) =>
  tryToNotify(deps, async () => {
    const { groupName, userIds } = await notices.findListeners(deps.db, groupId, reader.id);
    if (!await mayNotify(deps.limiter, reader.id, userIds.length)) return;
    await notify(deps, {
      kind: "bookFinished",
      to: userIds,
      text: noticesServerTexts.bookFinished(displayName(reader), { title, groupName }),
      url: bookPaths.book(groupId, bookId),
      subject: finishOf(bookId, reader),
      by: reader.id,
      group: { id: groupId, levels: ["all"] },
    });
  });

/** Takes the notices back of a book that was finished by mistake. Never throws. */
export const takeBackFinishNotices = (
  deps: Parts,
  reader: User,
  { bookId, groupId }: { bookId: string; groupId: string },
) =>
  tryToNotify(deps, async () => {
    const finish = { kind: "bookFinished", subject: finishOf(bookId, reader), groupId } as const;
    await noticesRemoved(deps, await notices.deleteNoticesOf(deps.db, finish));
  });

const finishOf = (bookId: string, { id }: User): string => `${bookId} ${id}`;

/**
 * Reminds a reader of the plan of a book, unless they want no notices of its group but those that name them. It is not
 * urgent: their browsers do not show it by themselves. Never throws.
 *
 * @param behind how many pages of their copy they are behind
 * @param day the number of today
 */
export const notifyOfPlan = (deps: Parts, reader: LateReader, { behind, day }: { behind: number; day: number }) =>
  tryToNotify(deps, () => {
    const { bookId, groupId, groupName, title, edition } = reader;
    return notifyQuietly(deps, {
      kind: "plan",
      to: [reader.userId],
      text: noticesServerTexts.plan(paceTexts.amount(behind, edition.unit), { title, groupName }),
      url: readingPaths.together(groupId, bookId),
      subject: `${bookId} ${day}`,
      group: { id: groupId, levels: ["all"] },
    });
  });

/** Notifies the writer of a shared note of an answer to it, without its text. Never throws. */
export const notifyOfNoteAnswer = (
  deps: Parts & Pick<Deps, "limiter">,
  writer: User,
  { note, noteId, answerId }: { note: AnswerableNote; noteId: string; answerId: string },
) =>
  tryToNotify(deps, async () => {
    if (note.userId === writer.id || !await mayNotify(deps.limiter, writer.id, 1)) return;
    await notify(deps, {
      kind: "reply",
      to: [note.userId],
      text: noteTexts.notice(displayName(writer), note.title),
      url: notePaths.noteAt(note.groupId, note.bookId, noteId),
      subject: answerId,
      by: writer.id,
      group: { id: note.groupId, levels: ["all", "mentions"] },
    });
  });

/** A part of somebody's notices, the newest first. */
export async function listNotices(
  { db }: Pick<Deps, "db">,
  viewer: User,
  { before, limit = noticesLimits.notices.page }: { before?: string; limit?: number },
): Promise<NoticeList> {
  const [page, unread] = await Promise.all([
    notices.listNotices(db, viewer.id, { before, limit }),
    notices.countUnreadNotices(db, viewer.id),
  ]);
  return { ...page, unread };
}

/** Marks notices of the viewer as read, and sends that to the viewer's windows. @returns how many are unread then */
export async function readNotices(
  deps: Pick<Deps, "db" | "clock" | "broadcast">,
  viewer: User,
  which: string[] | "all",
): Promise<number> {
  return await sendUnread(deps, viewer.id, {
    ids: await notices.markNoticesRead(deps.db, viewer.id, which, deps.clock()),
  });
}

/**
 * Sends somebody how many of their notices are unread.
 *
 * @param ids of those that are not any more, where they are known
 * @returns how many are
 */
export async function sendUnread(
  { db, broadcast }: Pick<Deps, "db" | "broadcast">,
  userId: string,
  { ids = [], gone }: Partial<Omit<NoticesState, "unread">> = {},
): Promise<number> {
  const unread = await notices.countUnreadNotices(db, userId);
  broadcast.noticesRead(userId, { unread, ids, gone });
  return unread;
}
