import type { ReactNode } from "react";
import { Timer, timerChatId } from "../../../islands/Timer.tsx";
import { findTimer } from "../../../server/actions/reading/timers.ts";
import type { Group } from "../../../server/contract/groups/shapes.ts";
import type { TimerState } from "../../../server/contract/reading/shapes.ts";
import { isClosed, readerLocale } from "../../../server/http/cookies.ts";
import { Island } from "../../layout/Island.tsx";
import { type C, tryLoad } from "../../layout/page.tsx";

type WithTimer = (chat: ReactNode) => ReactNode;

const isNews = (c: C, { result }: TimerState): boolean => result !== null && !isClosed(c, "timer", result.endedAt);

/** Also when it has just ended, or where the address asks for it. For members who joined it the chat is collapsed. */
export async function timerPanel(c: C, group: Group): Promise<WithTimer | undefined> {
  const { deps, user } = c.var;
  const asked = c.req.query("timer");
  const state = await tryLoad(c, () => findTimer(deps, user, group.id));
  if (!state || (asked === undefined && !state.timer && !isNews(c, state))) return undefined;
  const isCollapsed = asked !== "chat" && !!state.timer?.isIn;
  const props = {
    groupId: group.id,
    start: state,
    viewerId: user.id,
    role: group.role,
    locale: readerLocale(c),
    isCollapsed,
    unread: group.unread,
  };
  return (chat) => (
    <div className="timer-column">
      <Island of={Timer} props={props} />
      <div className="timer-chat" id={timerChatId} hidden={isCollapsed}>{chat}</div>
    </div>
  );
}
