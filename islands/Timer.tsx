import { type MouseEvent, useEffect, useState } from "react";
import { groupPaths } from "../server/contract/groups/paths.ts";
import type { Role } from "../server/contract/groups/shapes.ts";
import { readingPaths } from "../server/contract/reading/paths.ts";
import type { TimerState } from "../server/contract/reading/shapes.ts";
import { timerTexts as texts } from "../server/contract/reading/timer_texts.ts";
import { useRole } from "./groups/useRole.ts";
import { ActionForm, AgainForm, CloseForm, Result, Running, StartForm } from "./reading/TimerForms.tsx";
import { useTimer } from "./reading/useTimer.ts";
import { post } from "./runtime/api.ts";
import { on } from "./runtime/events.ts";
import { ownLocale } from "./runtime/reader_locale.ts";
import { LinkButton } from "./ui/Button.tsx";
import { opensElsewhere } from "./ui/intercept.ts";
import type { ReaderLocale } from "./ui/time_format.ts";

interface Props {
  groupId: string;
  start: TimerState;
  viewerId: string;
  role: Role;
  locale: ReaderLocale;
  /** Whether the reader came to start one. */
  isAsked: boolean;
  isCollapsed: boolean;
  unread: number;
}

export const timerChatId = "timer-chat";

export function Timer({ groupId, start, viewerId, role: startRole, locale, isAsked, isCollapsed, unread }: Props) {
  const role = useRole(groupId, startRole);
  const { timer, result, minutes } = useTimer(groupId, start);
  const [isChatClosed, setIsChatClosed] = useState(isCollapsed);
  const [closed, setClosed] = useState<string>();
  const [isHydrated, setIsHydrated] = useState(false);
  const news = useNews(groupId, viewerId, unread);
  const isRunning = timer !== null && minutes > 0;
  const mayEnd = timer?.startedBy === viewerId || role !== "member";
  useEffect(() => setIsHydrated(true), []);
  useEffect(() => isRunning ? undefined : openChat(), [isRunning]);

  function openChat() {
    setIsChatClosed(false);
    const chat = document.getElementById(timerChatId);
    if (chat) chat.hidden = false;
  }

  function follow(event: MouseEvent) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    openChat();
  }

  const isOver = !isRunning && result !== null;
  const isLine = isOver && !isAsked;
  const endedAt = result?.endedAt ?? "";

  function close(form: HTMLFormElement) {
    post(form);
    setClosed(endedAt);
    // Loaded anew, the page is not to open it again.
    history.replaceState(history.state, "", groupPaths.group(groupId));
    document.querySelector<HTMLElement>(".messages-box")?.focus();
  }

  if (!isRunning && closed === endedAt) return null;
  return (
    <section className={isLine ? "timer timer--line" : "timer"} aria-labelledby="timer-title">
      <h2 id="timer-title" className="timer-title">{isOver ? texts.over : texts.title}</h2>
      {isRunning
        ? (
          <>
            <Running timer={timer} minutes={minutes} locale={isHydrated ? ownLocale() : locale} />
            <div className="timer-actions">
              {isChatClosed && (
                <LinkButton href={readingPaths.timerWithChat(groupId)} icon="chat" onClick={follow}>
                  {texts.openChat}
                  {news > 0 && <span className="timer-news">{texts.newMessages(news)}</span>}
                </LinkButton>
              )}
              <ActionForm groupId={groupId} action={timer.isIn ? "leave" : "join"} />
              {mayEnd && <ActionForm groupId={groupId} action="end" />}
            </div>
          </>
        )
        : (
          <>
            {result && <Result {...result} />}
            {isLine
              ? <AgainForm groupId={groupId} />
              : <StartForm groupId={groupId} text={result ? texts.again : texts.start} />}
            <CloseForm groupId={groupId} endedAt={endedAt} onClose={close} />
          </>
        )}
    </section>
  );
}

function useNews(groupId: string, viewerId: string, unread: number): number {
  const [news, setNews] = useState(unread);
  useEffect(
    () => on("message", (message) => message.groupId === groupId && message.userId !== viewerId && setNews(oneMore)),
    [groupId],
  );
  return news;
}

const oneMore = (count: number) => count + 1;
