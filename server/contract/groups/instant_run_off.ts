/**
 * Instant run-off voting. Each ballot counts for the first of its choices that is still in. One that more than half of
 * the counted ballots are for wins; else the one with the fewest goes, until then. A ballot none of whose choices is
 * still in counts no more.
 *
 * Of several with the fewest the one goes that had fewer in the latest earlier round in which they differ; where they
 * never did, the later of the list. Where all that are left have had as many in every round, none wins.
 */
export interface RunOff {
  winner: string | null;
  /** The first choices of each option that is still in, in the order of the options, and the one that goes. */
  rounds: { votes: { option: string; count: number }[]; out: string | null }[];
}

/** @param ballots the choices of each voter, the first one first; each names an option at most once */
export function instantRunOff(options: readonly string[], ballots: readonly (readonly string[])[]): RunOff {
  const rounds: RunOff["rounds"] = [];
  const left = new Set(options);
  while (left.size > 0) {
    const counts = countFirst(left, ballots);
    const total = counts.values().reduce((sum, count) => sum + count, 0);
    const votes = [...counts].map(([option, count]) => ({ option, count }));
    const round: RunOff["rounds"][number] = { votes, out: null };
    rounds.push(round);
    if (total === 0) return { winner: null, rounds };
    const majority = votes.find(({ count }) => 2 * count > total);
    if (majority) return { winner: majority.option, rounds };
    const fewest = fewestOf([...left], rounds);
    if (fewest.length === left.size) return { winner: null, rounds };
    round.out = fewest.at(-1)!;
    left.delete(round.out);
  }
  return { winner: null, rounds };
}

function countFirst(left: ReadonlySet<string>, ballots: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map([...left].map((option) => [option, 0]));
  for (const ballot of ballots) {
    const choice = ballot.find((option) => left.has(option));
    if (choice !== undefined) counts.set(choice, counts.get(choice)! + 1);
  }
  return counts;
}

/** Those with the fewest in this round, and of them in the one before it, and so on. */
function fewestOf(options: string[], rounds: RunOff["rounds"]): string[] {
  return rounds.toReversed().reduce((tied, { votes }) => {
    const counted = votes.filter(({ option }) => tied.includes(option));
    const least = Math.min(...counted.map(({ count }) => count));
    return counted.filter(({ count }) => count === least).map(({ option }) => option);
  }, options);
}

/** The one with more votes than any other; null on a tie, and without votes. */
export function mostVoted(votes: readonly { option: string; count: number }[]): string | null {
  const most = Math.max(0, ...votes.map(({ count }) => count));
  const first = votes.filter(({ count }) => count === most);
  return most > 0 && first.length === 1 ? first[0].option : null;
}
