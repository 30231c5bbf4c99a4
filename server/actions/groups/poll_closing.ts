import * as stored from "../../../db/groups/poll_closing.ts";
import { clubPaths } from "../../contract/groups/club_paths.ts";
import { instantRunOff, mostVoted } from "../../contract/groups/instant_run_off.ts";
import type { PollKind } from "../../contract/groups/poll_shapes.ts";
import { pollTexts as words } from "../../contract/groups/poll_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { notifyOfNews } from "../notices/news.ts";

export const closeDueOf = async (deps: Deps, groupId: string): Promise<boolean> =>
  await closeAll(deps, await stored.listDue(deps.db, deps.clock(), groupId));

/** Each minute. */
export async function closeDuePolls(deps: Deps, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted && await closeAll(deps, await stored.listDue(deps.db, deps.clock())));
}

/** @returns whether this call closed one */
export async function closeAll(deps: Deps, due: stored.DuePoll[], by: User | null = null): Promise<boolean> {
  let anyClosed = false;
  for (const poll of due) {
    const settled = await settle(deps, poll);
    if (!settled) continue;
    anyClosed = true;
    const { groupId, question } = poll;
    const winner = poll.options.find(({ id }) => id === settled.winner)?.text;
    deps.broadcast.partChanged({ groupId, part: "polls" });
    await notifyOfNews(deps, by, {
      kind: "poll",
      groupId,
      subject: closedOf(poll.id),
      url: clubPaths.poll(groupId, poll.id),
      text: (groupName) => words.noticeClosed(question, { groupName, winner }),
    });
  }
  return anyClosed;
}

export const closedOf = (id: string): string => `${id} closed`;

/** @returns undefined if it was not this call's doing */
async function settle({ db, broadcast }: Deps, poll: stored.DuePoll): Promise<{ winner: string | null } | undefined> {
  const { id, groupId, kind } = poll;
  const counted = { kind, options: poll.options.map(({ id }) => id) };
  const winner = winnerOf(counted, await stored.listDueBallots(db, id));
  const settled = await stored.settlePoll(db, { id, winner });
  if (!settled) return undefined;
  // A vote may have come in since the votes were counted.
  const last = winnerOf(counted, settled.ballots);
  const { rev } = last === winner ? settled : await stored.correctWinner(db, { id, winner: last });
  if (rev !== undefined) broadcast.messagesChanged({ groupId, rev });
  return { winner: last };
}

interface CountedPoll {
  kind: PollKind;
  /** Their ids. */
  options: string[];
}

/** @param ballots ids of options; of a ranked poll the first choice first */
export function winnerOf({ kind, options }: CountedPoll, ballots: string[][]): string | null {
  if (kind === "ranked") return instantRunOff(options, ballots).winner;
  const votes = Map.groupBy(ballots.flat(), (option) => option);
  return mostVoted(options.map((option) => ({ option, count: votes.get(option)?.length ?? 0 })));
}
