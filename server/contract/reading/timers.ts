/** Sessions in which a group reads in silence, each member their own book. */
import * as readingLimits from "./limits.ts";
import { z } from "zod";
import { rawText } from "../site/fields.ts";
import { timerTexts } from "./timer_texts.ts";
import type { Face } from "../people/users.ts";

const { minutes } = readingLimits.timer;
const typed = rawText(4, { required: timerTexts.invalidMinutes, tooLong: timerTexts.invalidMinutes });

/** How long it takes, from a call or, as text, from a form. */
export const NewTimer = z.object({
  minutes: z.union(
    [z.number(), typed.trim().regex(/^\d{1,3}$/, timerTexts.invalidMinutes).transform(Number)],
    timerTexts.invalidMinutes,
  ).pipe(z.int(timerTexts.invalidMinutes).min(1, timerTexts.invalidMinutes).max(minutes, timerTexts.invalidMinutes)),
});
export type NewTimer = z.infer<typeof NewTimer>;

/** A running session, as members see it. */
export interface Timer {
  groupId: string;
  endsAt: string;
  /** Milliseconds until then: a browser's clock may be wrong. */
  remaining: number;
  startedBy: string;
  /** Who reads along, in the order in which they joined: the first of them, and how many in all. */
  userIds: string[];
  readers: Face[];
  count: number;
  /** Whether the viewer reads along, also where they are not among the first. */
  isIn: boolean;
}

/** What those who read along have read, in pages of their books: together, and the viewer alone. */
export interface TimerResult {
  endedAt: string;
  pages: number;
  own: number;
}

export interface TimerState {
  timer: Timer | null;
  /** Of the last session, for a while, to those who took part. */
  result: TimerResult | null;
}

/** What a group is sent of its session. */
export interface TimerChange extends Pick<Timer, "groupId" | "userIds" | "startedBy"> {
  /** It has just begun. */
  begun?: true;
  /** Null at its end. */
  endsAt: string | null;
}
