import { v7 as uuid } from "uuid";
import { listTimeZones } from "../../../db/account/sessions.ts";
import type { AnswerableNote } from "../../../db/notes/shared_notes.ts";
import * as notices from "../../../db/notices/notices.ts";
import { markNoticesRead as markRead } from "../../../db/notices/notices.ts";
import { listReachedBy } from "../../../db/reading/readers.ts";
import type { LateReader } from "../../../db/reading/plan.ts";
import { accountPaths } from "../../contract/account/paths.ts";
import { addedPeopleTexts } from "../../contract/account/texts.ts";
import type { NoticesState } from "../../contract/chat/events.ts";
import { chatPaths } from "../../contract/chat/paths.ts";
import { everyone, mentionedNames } from "../../contract/chat/mentions.ts";
import type { Message } from "../../contract/chat/shapes.ts";
import * as groupsLimits from "../../contract/groups/limits.ts";
import { aboutPaths } from "../../contract/groups/about_paths.ts";
import { groupPaths } from "../../contract/groups/paths.ts";
import { type Group, notifyLevels } from "../../contract/groups/shapes.ts";
import { notePaths } from "../../contract/notes/paths.ts";
import { noteTexts } from "../../contract/notes/shared_texts.ts";
import { noticePaths } from "../../contract/notices/paths.ts";
import { type Notice, NoticesRead, NoticesReadForm } from "../../contract/notices/shapes.ts";
import { noticesServerTexts, noticesTexts } from "../../contract/notices/texts.ts";
import { displayName } from "../../contract/people/names.ts";
import { peoplePaths } from "../../contract/people/paths.ts";
import type { User } from "../../contract/people/shapes.ts";
import * as readingLimits from "../../contract/reading/limits.ts";
import { bookEndPath, readingPaths } from "../../contract/reading/paths.ts";
import { paceTexts } from "../../contract/reading/texts.ts";
import { sitePaths } from "../../contract/site/paths.ts";
import { count } from "../../contract/site/shapes.ts";
import type { Deps } from "../../deps.ts";
import { operation } from "../../operation.ts";
import { isWithin, type Limiter } from "../../rate_limits.ts";

/** Notices are made after the commit of what they are about: what notifies logs its failures and does not throw. */

type NewNotice = Omit<notices.NewNotice, "recipients"> & {
  to: string[];
  /** Of those for whom it is not that of all. */
  texts?: Map<string, string>;
};

async function notify(deps: Deps, notice: NewNotice): Promise<Map<string, Notice>> {
  const made = await notifyQuietly(deps, notice);
  deps.pusher.send([...made].map(([userId, { id, text, url }]) => ({ userId, push: { tag: id, id, text, url } })));
  return made;
}

/** Sends a notice to windows that are open, and does not show it on anybody's device. @returns each person's */
async function notifyQuietly(
  { db, clock, broadcast }: Deps,
  { to, texts, ...notice }: NewNotice,
): Promise<Map<string, Notice>> {
  const recipients = [...new Set(to)].map((userId) => ({ id: uuid(), userId, text: texts?.get(userId) }));
  const notified = await notices.insertNotices(db, { ...notice, recipients }, clock());
  if (notified.length === 0) return new Map();
  const made = await notices.findNotified(db, notified);
  for (const [userId, notice] of made) broadcast.notice(userId, notice);
  return made;
}

async function tryToNotify({ log }: Deps, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (err) {
    log.error({ err }, "people could not be notified");
  }
}

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

const mayNotify = async (limiter: Limiter, userId: string, count: number): Promise<boolean> =>
  count === 0 || await isWithin(limiter, "notice", userId, count);

export const notifyOfRequest = (deps: Deps, sender: User, request: { id: string; receiverId: string }) =>
  tryToNotify(deps, () =>
    notify(deps, {
      kind: "friendRequest",
      to: [request.receiverId],
      text: noticesServerTexts.friendRequest(displayName(sender)),
      url: peoplePaths.pendingRequests,
      subject: request.id,
      by: sender.id,
    }));

export const notifyOfAcceptance = (deps: Deps, receiver: User, request: { id: string; senderId: string }) =>
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

export const noticesRemoved = (deps: Deps, removed: (Pick<notices.Notified, "userId"> & { id?: string })[]) =>
  tryToNotify(deps, async () => {
    if (removed.length === 0) return;
    const byUser = Map.groupBy(removed, ({ userId }) => userId);
    for (const [userId, unread] of await notices.countUnreadNoticesOf(deps.db, [...byUser.keys()])) {
      const ids = byUser.get(userId)!.flatMap(({ id }) => id ?? []);
      deps.broadcast.noticesRead(userId, { unread, ids, gone: true });
    }
  });

interface Joined {
  group: Group;
  userId: string;
  /** Whether they had asked to join. */
  asked?: boolean;
}

export const notifyOfMembership = (deps: Deps, adder: User, { group, userId, asked }: Joined) =>
  tryToNotify(deps, () =>
    notify(deps, {
      kind: "addedToGroup",
      to: [userId],
      text: noticesServerTexts[asked ? "requestAccepted" : "addedToGroup"](displayName(adder), group.groupName),
      url: groupPaths.group(group.id),
      subject: group.id,
      by: adder.id,
      group: { id: group.id, levels: notifyLevels },
    }));

/** Once, however often they are invited, until they have read it and a day has passed. */
export const notifyOfInvitation = (
  deps: Deps,
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

/**
 * Reminds each once in `remindEvery`, until they have answered. Their notice shows that it was done, and the rate limit
 * where they left and came back, and the notice is gone. @returns how many were reminded @throws TooMany
 */
export async function remindOfOverview(
  deps: Deps,
  organizer: User,
  { group, userIds }: { group: Pick<Group, "id" | "groupName">; userIds: string[] },
): Promise<number> {
  const about = { kind: "overviewAsked", subject: group.id } as const;
  const { limiter } = deps;
  const countOf = (userId: string) => ["overviewReminder", `${group.id} ${userId}`] as const;
  const areDue = await Promise.all(userIds.map((userId) => isWithin(limiter, ...countOf(userId))));
  const to = userIds.filter((_, index) => areDue[index]);
  await limiter.take("notice", organizer.id, to.length).catch(async (error) => {
    await Promise.all(to.map((userId) => limiter.giveBack(...countOf(userId))));
    throw error;
  });
  const before = deps.clock() - readingLimits.overview.remindEvery;
  await noticesRemoved(deps, await notices.deleteNoticesOf(deps.db, { ...about, groupId: group.id, before }));
  const made = await notify(deps, {
    ...about,
    to,
    text: noticesServerTexts.overviewAsked(displayName(organizer), group.groupName),
    url: aboutPaths.aboutGroup(group.id),
    by: organizer.id,
    group: { id: group.id, levels: ["all", "mentions"] },
  });
  return made.size;
}

/** They have answered. */
export const takeBackReminder = (deps: Deps, user: User, groupId: string) =>
  tryToNotify(deps, async () => {
    const reminder = { kind: "overviewAsked", subject: groupId, userId: user.id } as const;
    await noticesRemoved(deps, await notices.deleteNoticesOf(deps.db, reminder));
  });

/** Sent even if they have blocked that person, since it is about their own account. */
export const notifyOfNewCard = (deps: Deps, maker: User, userId: string) =>
  tryToNotify(deps, () =>
    notify(deps, {
      kind: "newCard",
      to: [userId],
      text: addedPeopleTexts.notice(displayName(maker)),
      url: accountPaths.account,
      subject: uuid(),
    }));

export const notifyOfReport = (
  deps: Deps,
  { userIds, ...notice }: { userIds: string[]; text: string; url: string; subject: string },
) => tryToNotify(deps, () => notify(deps, { kind: "report", to: userIds, ...notice }));

export const notifyOfFinish = (
  deps: Deps,
  reader: User,
  { bookId, groupId, title }: { bookId: string; groupId: string; title: string },
) =>
  tryToNotify(deps, async () => {
    const { groupName, userIds } = await notices.findListeners(deps.db, { groupId, except: reader.id });
    if (!await mayNotify(deps.limiter, reader.id, userIds.length)) return;
    await notify(deps, {
      kind: "bookFinished",
      to: userIds,
      text: noticesServerTexts.bookFinished(displayName(reader), { title, groupName }),
      url: bookEndPath(groupId, bookId),
      subject: finishOf(bookId, reader),
      by: reader.id,
      group: { id: groupId, levels: ["all"] },
    });
  });

type Many = NonNullable<NewNotice["many"]>;

interface GroupNews extends Pick<NewNotice, "kind" | "subject" | "url" | "seq"> {
  groupId: string;
  text(groupName: string): string;
  /** For somebody who is known to be in this time zone. */
  textIn?(timeZone: string, groupName: string): string;
  many?: Many | ((groupName: string) => Many);
  /** All members, if left out. */
  to?: string[];
  /** Members whom it concerns: they are notified also where they want mentions and replies alone. */
  also?: string[];
}

/**
 * For members who are notified of everything in the group, but for the person whose doing it is, if it is somebody's.
 */
export const notifyOfNews = (
  deps: Deps,
  by: User | null,
  { groupId, text, textIn, many, to, also = [], ...news }: GroupNews,
) =>
  tryToNotify(deps, async () => {
    const { groupName, userIds } = await notices.findListeners(deps.db, { groupId, except: by?.id, also });
    const recipients = to ? userIds.filter((id) => to.includes(id)) : userIds;
    if (by && !await mayNotify(deps.limiter, by.id, recipients.length)) return;
    const zones = textIn ? await listTimeZones(deps.db, recipients, deps.clock()) : new Map<string, string>();
    await notify(deps, {
      ...news,
      to: recipients,
      text: text(groupName),
      texts: new Map([...zones].map(([userId, timeZone]) => [userId, textIn!(timeZone, groupName)])),
      many: typeof many === "function" ? many(groupName) : many,
      by: by?.id,
      group: { id: groupId, levels: also.length > 0 ? ["all", "mentions"] : ["all"] },
    });
  });

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

/** Those to all members of a group. */
export const takeBackNotices = (
  deps: Deps,
  about: { kind: notices.NewNotice["kind"]; subject: string; groupId: string },
) => tryToNotify(deps, async () => noticesRemoved(deps, await notices.deleteNoticesOf(deps.db, about)));

/** Unread ones of this alone; what one says of several things stays true of the others. */
export const takeBackNews = (deps: Deps, news: notices.SingleNews) =>
  tryToNotify(deps, async () => noticesRemoved(deps, await notices.deleteSingleNews(deps.db, news)));

interface BookNews {
  bookId: string;
  groupId: string;
  title: string;
}

/** Only to members who have read so far: others do not see the question yet. */
export const notifyOfQuestion = (
  deps: Deps,
  asker: User,
  { book: { bookId, groupId, title }, question }: { book: BookNews; question: { id: string; position: number } },
) =>
  tryToNotify(deps, async () => {
    const to = await listReachedBy(deps.db, { bookId, position: question.position });
    await notifyOfNews(deps, asker, {
      kind: "question",
      groupId,
      subject: bookId,
      url: readingPaths.questionAt(groupId, bookId, question.id),
      text: (groupName) => noticesServerTexts.question(displayName(asker), { title, groupName }),
      many: { before: "", after: noticesServerTexts.questions(title) },
      to,
    });
  });

/** Only to members who see the note and are near its page. */
export const notifyOfSharedNote = (
  deps: Deps,
  writer: User,
  { book: { bookId, groupId, title }, note }: { book: BookNews; note: { id: string; position: number } },
) =>
  tryToNotify(deps, async () => {
    const { position } = note;
    const to = await listReachedBy(deps.db, { bookId, position, within: readingLimits.nearPage });
    await notifyOfNews(deps, writer, {
      kind: "sharedNote",
      groupId,
      subject: bookId,
      url: notePaths.noteAt(groupId, bookId, note.id),
      text: (groupName) => noticesServerTexts.sharedNote(displayName(writer), { title, groupName }),
      many: { before: "", after: noticesServerTexts.sharedNotes(title) },
      to,
    });
  });

/** Beside that of a reader who is late. */
export const notifyOfNewPlan = (deps: Deps, planner: User, { bookId, groupId, title }: BookNews) =>
  notifyOfNews(deps, planner, {
    kind: "plan",
    groupId,
    subject: newPlanOf(bookId),
    url: readingPaths.bookPage(groupId, bookId),
    text: (groupName) => noticesServerTexts.planSet(displayName(planner), { title, groupName }),
    many: noticesServerTexts.plansSet(title),
  });

export const takeBackPlanNotices = (deps: Deps, { bookId, groupId }: Omit<BookNews, "title">) =>
  takeBackNotices(deps, { kind: "plan", subject: newPlanOf(bookId), groupId });

const newPlanOf = (bookId: string): string => `${bookId} new`;

export const takeBackFinishNotices = (
  deps: Deps,
  reader: User,
  { bookId, groupId }: { bookId: string; groupId: string },
) => takeBackNotices(deps, { kind: "bookFinished", subject: finishOf(bookId, reader), groupId });

const finishOf = (bookId: string, { id }: User): string => `${bookId} ${id}`;

/** Not urgent: their devices do not show it. @param behind in pages of their copy @param day the number of today */
export const notifyOfPlan = (deps: Deps, reader: LateReader, { behind, day }: { behind: number; day: number }) =>
  tryToNotify(deps, () => {
    const { bookId, groupId, groupName, title, edition } = reader;
    return notifyQuietly(deps, {
      kind: "plan",
      to: [reader.userId],
      text: noticesServerTexts.plan(paceTexts.amount(behind, edition.unit), { title, groupName }),
      url: readingPaths.bookPage(groupId, bookId),
      subject: `${bookId} ${day}`,
      group: { id: groupId, levels: ["all"] },
    });
  });

export const notifyOfNoteAnswer = (
  deps: Deps,
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

/** @param ids of notices that are not any more, where they are known */
export async function sendUnread(
  { db, broadcast }: Deps,
  userId: string,
  { ids = [], gone }: Partial<Omit<NoticesState, "unread">> = {},
): Promise<number> {
  const unread = await notices.countUnreadNotices(db, userId);
  broadcast.noticesRead(userId, { unread, ids, gone });
  return unread;
}

export const markNoticesRead = operation({
  call: "POST /notices/read",
  summary: "Marks notices as read",
  access: "signedIn",
  guests: true,
  takes: NoticesRead,
  gives: { unread: count },
  form: {
    path: noticePaths.readNotices,
    takes: NoticesReadForm,
    says: noticesServerTexts.marked,
    failed: noticesTexts.readFailed,
    to: () => noticePaths.notices,
  },
  async run({ deps, user }, which) {
    const ids = await markRead(deps.db, user.id, which, deps.clock());
    return { unread: await sendUnread(deps, user.id, { ids }) };
  },
});
