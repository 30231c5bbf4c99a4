/** Organizers open polls, and members vote. */
import { v5, v7 as uuid } from "uuid";
import { rowSize } from "../../../db/account/storage.ts";
import { isMember } from "../../../db/groups/members.ts";
import { areShelved, insertPoll } from "../../../db/groups/new_polls.ts";
import { endPoll, findWinner, listDue } from "../../../db/groups/poll_closing.ts";
import { listBallots, saveVote } from "../../../db/groups/poll_votes.ts";
import * as stored from "../../../db/groups/polls.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { instantRunOff } from "../../contract/groups/instant_run_off.ts";
import { polls as limits } from "../../contract/groups/limits.ts";
import { pollIn, voteIn } from "../../contract/groups/poll_form.ts";
import { NewPoll, NewVote, Poll } from "../../contract/groups/poll_shapes.ts";
import { pollTexts as words } from "../../contract/groups/poll_texts.ts";
import { displayName } from "../../contract/people/names.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, Conflict, found, groupNotFound, Invalid, NotFound } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { bytesIn, requireRoom } from "../account/storage.ts";
import { keepBook } from "../books/shelf.ts";
import { removeMessage } from "../chat/message_changes.ts";
import { announceMessage } from "../chat/send.ts";
import { notifyOfNews, takeBackNotices } from "../notices/news.ts";
import { assertOrganizer, onlyOrganizers } from "./organizers.ts";
import { closeAll, closedOf, closeDueOf } from "./poll_closing.ts";

const pollNotFound = () => new NotFound(words.notFound, "poll_not_found");

/** One whose time has come is closed before it is shown, so that its winner is there. @throws NotFound for outsiders */
export async function readPoll(deps: Deps, user: User, id: string): Promise<Poll> {
  const read = async () => found(await stored.findPoll(deps.db, user.id, id, deps.clock()), pollNotFound);
  const poll = await read();
  return poll.closedAt !== null && await closeDueOf(deps, poll.groupId) ? await read() : poll;
}

/** @throws NotFound for outsiders */
export async function listPolls(deps: Deps, user: User, page: { groupId: string; after?: string }) {
  const { db, clock } = deps;
  if (!await isMember(db, user.id, page.groupId)) throw groupNotFound();
  await closeDueOf(deps, page.groupId);
  const { rows: polls, hasMore } = await stored.listPolls(db, user.id, page, clock());
  return { polls, hasMore };
}

const openedOf = (id: string): string => `${id} opened`;

/** Of a ranked poll how its votes were counted, to people who see its results. */
export async function countRounds({ db, clock }: Deps, user: User, { id, options }: Poll) {
  return instantRunOff(options.map(({ id }) => id), await listBallots(db, user.id, id, clock()));
}

const toPoll = ({ params: { id, pollId } }: { params: { id: string; pollId: string } }): string =>
  clubPaths.poll(id, pollId);

/** Keyboards and screen readers go on from there. */
const toResults: typeof toPoll = (sent) => `${toPoll(sent)}#results`;

export const createPoll = operation({
  call: "POST /groups/:id/polls",
  summary: "Opens a poll, which a message in the chat presents; an organizer or the creator",
  access: "organizer",
  takes: NewPoll,
  gives: { poll: Poll },
  status: 201,
  limit: "groupChange",
  fails: { 400: ["group_full"], 403: ["organizers_only"], 404: ["group_not_found"], 413: ["account_full"] },
  form: {
    path: "/group/:id/new-poll",
    read: ({ fields }) => pollIn(fields),
    says: words.openedNow,
    to: ({ params: { id } }, answer) => answer ? clubPaths.poll(id, answer.poll.id) : clubPaths.polls(id),
  },
  async run({ deps, user, params: { id: groupId } }, { clientId, secret: isSecret, ...given }) {
    const { db, clock, config: { accountQuota: quota } } = deps;
    await assertOrganizer(db, user, { groupId, refusal: onlyOrganizers(words.onlyOrganizers) });
    const now = clock();
    const { closesAt } = given;
    if (closesAt !== null && (closesAt <= now || closesAt > now + limits.ahead)) {
      throw new Invalid([{ path: "closesAt", message: words.closesBefore }]);
    }
    const id = clientId ? v5(JSON.stringify([user.id, groupId, isSecret, given]), clientId) : uuid();
    const options = given.options.map((option) => ({ ...option, id: uuid() }));
    const poll = { ...given, id, groupId, isSecret, options, messageId: uuid(), quota };
    const message = await insertPoll(db, user.id, poll, now);
    if (message) {
      await announceMessage(deps, message);
      deps.broadcast.partChanged({ groupId, part: "polls" });
      await notifyOfOpened(deps, user, poll);
      return { poll: await readPoll(deps, user, id) };
    }
    const earlier = await stored.findPoll(db, user.id, id, now);
    if (earlier) return { poll: earlier };
    throw await whyNotOpened(deps, user, { groupId, given });
  },
});

const notifyOfOpened = (
  deps: Deps,
  user: User,
  { id, groupId, question }: Pick<Poll, "id" | "groupId" | "question">,
): Promise<void> =>
  notifyOfNews(deps, user, {
    kind: "poll",
    groupId,
    subject: openedOf(id),
    url: clubPaths.poll(groupId, id),
    text: (groupName) => words.noticeOpened(displayName(user), { question, groupName }),
  });

/** @throws AppError where they decide no longer */
async function whyNotOpened(
  deps: Deps,
  user: User,
  { groupId, given: { question, options } }: { groupId: string; given: Pick<NewPoll, "question" | "options"> },
) {
  const { db } = deps;
  await assertOrganizer(db, user, { groupId, refusal: onlyOrganizers(words.onlyOrganizers) });
  await requireRoom(deps, user, rowSize.text + bytesIn(question));
  const books = options.flatMap((option) => option.bookId ?? []);
  const isShelved = await areShelved(db, user.id, { groupId, books });
  return isShelved
    ? new BadRequest(words.full, "group_full")
    : new Invalid([{ path: "options", message: words.unknownBook }]);
}

export const vote = operation({
  call: "PUT /polls/:pollId/vote",
  summary: "Votes, in place of the caller's vote before; in a ranked poll the first choice first",
  access: "member",
  takes: NewVote,
  gives: { poll: Poll },
  limit: "talk",
  fails: { 404: ["poll_not_found"], 409: ["poll_closed"] },
  form: {
    path: "/group/:id/polls/:pollId/vote",
    read: ({ fields }) => voteIn(fields),
    says: words.voted,
    to: toResults,
  },
  async run({ deps, user, params: { pollId: id } }, { options }) {
    const isSaved = await saveVote(deps.db, user.id, { id, options }, deps.clock());
    const poll = await readPoll(deps, user, id);
    if (isSaved) {
      deps.broadcast.partChanged({ groupId: poll.groupId, part: "polls" });
      return { poll };
    }
    if (poll.closedAt !== null) throw pollClosed();
    const message = poll.kind === "one" && options.length > 1 ? words.onlyOne : words.unknownOption;
    throw new Invalid([{ path: "options", message }]);
  },
});

const pollClosed = () => new Conflict(words.takesNoVotes, "poll_closed");

export const closePoll = operation({
  call: "POST /polls/:pollId/close",
  summary: "Closes a poll, which decides its winner; its maker, an organizer or the creator",
  access: "author",
  gives: { poll: Poll },
  limit: "groupChange",
  fails: { 403: ["organizers_only"], 404: ["poll_not_found"], 409: ["poll_closed"] },
  form: { path: "/group/:id/polls/:pollId/close", says: words.closedNow, to: toResults },
  async run({ deps, user, params: { pollId: id } }) {
    const isEnded = await endPoll(deps.db, user.id, id, deps.clock());
    const { groupId, closedAt } = found(await stored.findPoll(deps.db, user.id, id, deps.clock()), pollNotFound);
    if (!isEnded) throw closedAt === null ? onlyOrganizers(words.notYours) : pollClosed();
    const due = await listDue(deps.db, deps.clock(), groupId);
    await closeAll(deps, due.filter((poll) => poll.id === id), user);
    return { poll: await readPoll(deps, user, id) };
  },
});

export const removePoll = operation({
  call: "DELETE /polls/:pollId",
  summary: "Deletes a poll with its votes and the message that presents it; its maker, an organizer or the creator",
  access: "author",
  says: words.deleted,
  limit: "groupChange",
  fails: { 403: ["organizers_only"], 404: ["poll_not_found"] },
  form: { path: "/group/:id/polls/:pollId/remove", to: ({ params: { id } }) => clubPaths.polls(id) },
  async run({ deps, user, params: { pollId: id } }) {
    const deleted = await stored.deletePoll(deps.db, user.id, id);
    if (!deleted) {
      await readPoll(deps, user, id);
      throw onlyOrganizers(words.notYours);
    }
    const { groupId, messages, rev } = deleted;
    deps.broadcast.partChanged({ groupId, part: "polls" });
    if (rev !== undefined) deps.broadcast.messagesChanged({ groupId, rev });
    for (const subject of [openedOf(id), closedOf(id)]) await takeBackNotices(deps, { kind: "poll", subject, groupId });
    for (const message of messages) await removeMessage(deps, user.id, { groupId, id: message });
  },
});

export const chooseWinner = operation({
  call: "POST /group/:id/polls/:pollId/read",
  summary: "Makes the book that has won what the group reads now; an organizer or the creator",
  access: "organizer",
  limit: "shelf",
  fails: { 400: ["no_winner", "group_full"], 403: ["organizers_only"], 404: ["poll_not_found", "book_not_found"] },
  form: { path: "/group/:id/polls/:pollId/read", says: words.readNow, to: toResults },
  async run({ deps, user, params: { pollId: id } }) {
    const bookId = await findWinner(deps.db, user.id, id);
    if (bookId !== undefined) return await keepBook(deps, user, { bookId, state: "now" });
    const { groupId } = await readPoll(deps, user, id);
    await assertOrganizer(deps.db, user, { groupId, refusal: onlyOrganizers(words.onlyOrganizersChoose) });
    throw new BadRequest(words.noBookHasWon, "no_winner");
  },
});
