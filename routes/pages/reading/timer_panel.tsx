import type { ReactNode } from "react";
import { foldId, Timer } from "../../../islands/Timer.tsx";
import { findTimer } from "../../../server/actions/reading/timers.ts";
import type { Group } from "../../../server/contract/groups/groups.ts";
import type { TimerState } from "../../../server/contract/reading/timers.ts";
import { isClosed } from "../../../server/http/closed.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { Island } from "../../layout/Island.tsx";
import { tryLoad } from "../../layout/LoadError.tsx";
import type { C } from "../groups/tab.ts";

/** Puts the group's reading session above the chat. */
export type WithTimer = (chat: ReactNode) => ReactNode;

/** Whether a session has just ended, and its reader has not closed what it came to. */
const isNews = (c: C, { result }: TimerState): boolean => result !== null && !isClosed(c, "timer", result.endedAt);

/**
 * The group's reading session, while there is one, and for its readers also when it has just ended, or where the
 * address asks for it; else undefined. For those who read along the chat is folded.
 */
export async function timerPanel(c: C, group: Group): Promise<WithTimer | undefined> {
  const { deps, user } = c.var;
  const asked = c.req.query("timer");
  const state = await tryLoad(c, () => findTimer(deps, user, group.id));
  if (!state || (asked === undefined && !state.timer && !isNews(c, state))) return undefined;
  const isFolded = asked !== "chat" && !!state.timer?.isIn;
  const props = {
    groupId: group.id,
    start: state,
    viewerId: user.id,
    role: group.role,
    locale: readerLocale(c),
    isFolded,
    unread: group.unread,
  };
  return (chat) => (
    <div className="timer-column">
      <Island of={Timer} props={props} />
      <div className="timer-chat" id={foldId} hidden={isFolded}>{chat}</div>
    </div>
  );
}
