import type { PresentedPoll } from "../chat/shapes.ts";
import { clubPaths } from "./club_paths.ts";
import type { Poll } from "./poll_shapes.ts";
import { pollTexts } from "./poll_texts.ts";

/** As a message needs it of its poll. */
export interface PollState extends Pick<Poll, "id" | "kind"> {
  isClosed: number;
  /** Of one that was read back from an archive without its votes. */
  isWinnerUnknown: number;
  /** What has won; null on a tie, or where nobody has voted. */
  winner: string | null;
}

export const presentedPoll = (
  groupId: string,
  { id, kind, isClosed, isWinnerUnknown, winner }: PollState,
): PresentedPoll => ({
  url: clubPaths.poll(groupId, id),
  ...isClosed
    ? {
      text: isWinnerUnknown ? pollTexts.inChat.closedUnknown : pollTexts.inChat.closed(winner),
      action: pollTexts.inChat.seeResults,
    }
    : { text: pollTexts.inChat.open(pollTexts.kindHints[kind]), action: pollTexts.vote },
});
