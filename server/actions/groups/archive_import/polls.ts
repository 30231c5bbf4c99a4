import { v7 as uuid } from "uuid";
import { ArchivedBallot, ArchivedPoll } from "../../../contract/groups/archive_shapes.ts";
import { polls as limits } from "../../../contract/groups/limits.ts";
import { winnerOf } from "../poll_closing.ts";
import type { ArchiveImport } from "./archive_import.ts";

/** @returns by the numbers of the messages that present them, their ids */
export async function readPolls(incoming: ArchiveImport): Promise<Map<number, string>> {
  const presented = new Map<number, string>();
  const now = incoming.deps.clock();
  let [all, open] = [0, 0];
  for await (const archived of incoming.rows("polls.json", ArchivedPoll)) {
    const poll = closedWhereDue(archived, now);
    if (all === limits.perGroup || poll.closedAt === null && open === limits.open) {
      incoming.leaveOut();
      continue;
    }
    all++;
    if (poll.closedAt === null) open++;
    const id = await storePoll(incoming, poll);
    if (poll.message !== null && !presented.has(poll.message)) presented.set(poll.message, id);
  }
  return presented;
}

interface IncomingPoll extends ArchivedPoll {
  /** Its time has come since the archive was made, which does not know what has won. */
  isDue: boolean;
}

/** Nobody is to be notified of it. */
function closedWhereDue(poll: ArchivedPoll, now: number): IncomingPoll {
  const closesAt = poll.closesAt === null ? null : Math.min(poll.closesAt, now + limits.ahead);
  const isDue = poll.closedAt === null && closesAt !== null && closesAt <= now;
  return { ...poll, closesAt, closedAt: isDue ? closesAt : poll.closedAt, isDue };
}

async function storePoll(incoming: ArchiveImport, poll: IncomingPoll): Promise<string> {
  const { groupId: group_id, writes, people } = incoming;
  const { question, kind, secret, by, at, closesAt, closedAt, options } = poll;
  const id = uuid();
  const ids = options.map(() => uuid());
  const ballots = await readBallots(incoming, poll, ids);
  await writes.add("polls", {
    id,
    group_id,
    question,
    kind,
    is_secret: Number(secret),
    created_at: at,
    created_by: by === null ? null : await people.of(by),
    closes_at: closesAt ?? closedAt,
    closed_at: closedAt,
    winner_id: closedAt === null ? null : winnerIdOf(poll, { ids, ballots: [...ballots.values()] }),
  });
  for (const [number, { text, bookId }] of options.entries()) {
    const book = bookId === null ? undefined : incoming.books.get(bookId);
    await writes.add("poll_options", { id: ids[number], poll_id: id, number, text, book_id: book?.id ?? null });
  }
  for (const [user_id, chosen] of ballots) {
    for (const [n, option_id] of chosen.entries()) {
      await writes.add("poll_votes", { poll_id: id, user_id, option_id, rank: kind === "ranked" ? n : 0 });
    }
  }
  return id;
}

/** As it is stored: '' where none is known (see `areCounted`). */
function winnerIdOf(
  { isDue, kind, winner, winnerOption, options }: IncomingPoll,
  { ids, ballots }: { ids: string[]; ballots: string[][] },
): string | null {
  const counted = winnerOf({ kind, options: ids }, ballots);
  const named = ids.filter((_, n) => winnerOption === null ? options[n].text === winner : n === winnerOption - 1);
  if (!isDue && named.length > 1) return named.find((id) => id === counted) ?? "";
  const won = isDue ? counted : named[0];
  const isCounted = ballots.length > 0 || options.every(({ votes }) => votes === 0);
  return won ?? (isCounted ? null : "");
}

/**
 * By the ids of people; what could not have been voted for is not among it. Where it is known how many were counted
 * all of them or none. Of a poll that was open those of members, of another one also of people who had left.
 * @param ids of its options
 */
async function readBallots(incoming: ArchiveImport, poll: IncomingPoll, ids: string[]): Promise<Map<string, string[]>> {
  const { people } = incoming;
  const { kind, secret, ballots, closedAt, isDue, options: all } = poll;
  const known = new Map<string, string[]>();
  for await (const { by, options } of incoming.read(secret ? [] : ballots ?? [], ArchivedBallot)) {
    const chosen = [...new Set(options)].map((number) => ids[number - 1]).filter((id) => id !== undefined);
    if (chosen.length > 0) known.set(by, chosen.slice(0, kind === "one" ? 1 : undefined));
  }
  const wasOpen = closedAt === null || isDue;
  const areCounted = !wasOpen || all.every(({ votes }) => votes !== null);
  if (areCounted && !areAll([...known.values()], poll, ids)) {
    incoming.leaveOut(known.size);
    return new Map();
  }
  if (!wasOpen) await people.add([...known.keys()].map((username) => ({ username, name: null })));
  const byId = new Map<string, string[]>();
  for (const [by, chosen] of known) {
    const [userId] = wasOpen ? people.membersOf([by]) : [await people.of(by)];
    if (userId) byId.set(userId, chosen);
  }
  return byId;
}

/** Whether they are as many for each option as were counted. */
function areAll(ballots: string[][], { kind, options }: ArchivedPoll, ids: string[]): boolean {
  const counted = ballots.flatMap((chosen) => kind === "ranked" ? chosen.slice(0, 1) : chosen);
  const votes = Map.groupBy(counted, (id) => id);
  return options.every((option, n) => option.votes === (votes.get(ids[n])?.length ?? 0));
}
