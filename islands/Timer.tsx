import * as readingLimits from "../server/contract/reading/limits.ts";
import { type MouseEvent, useEffect, useState } from "react";
import type { Role } from "../server/contract/groups/shapes.ts";
import { displayName } from "../server/contract/people/names.ts";
import type { Timer as Session, TimerResult, TimerState } from "../server/contract/reading/shapes.ts";
import { timerTexts as texts } from "../server/contract/reading/timer_texts.ts";
import { useRole } from "./groups/useRole.ts";
import { on } from "./runtime/events.ts";
import { post } from "./runtime/post.ts";
import { ownLocale } from "./runtime/reader_locale.ts";
import { useTimer } from "./reading/useTimer.ts";
import { Avatar } from "./ui/Avatar.tsx";
import { Button, IconButton, LinkButton } from "./ui/Button.tsx";
import { opensElsewhere } from "./ui/intercept.ts";
import { type ReaderLocale, timeFormatter } from "./ui/time_format.ts";
import { readingPaths, type TimerAction } from "../server/contract/reading/paths.ts";
import { groupPaths } from "../server/contract/groups/paths.ts";

interface Props {
  groupId: string;
  start: TimerState;
  viewerId: string;
  role: Role;
  locale: ReaderLocale;
  isCollapsed: boolean;
  unread: number;
}

export const timerChatId = "timer-chat";

export function Timer({ groupId, start, viewerId, role: startRole, locale, isCollapsed, unread }: Props) {
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
    <section className="timer" aria-labelledby="timer-title">
      <h2 id="timer-title" className="timer-title">{isRunning || !result ? texts.title : texts.over}</h2>
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
              {timer.isIn
                ? <ActionForm groupId={groupId} action="leave" />
                : <ActionForm groupId={groupId} action="join" />}
              {mayEnd && <ActionForm groupId={groupId} action="end" />}
            </div>
          </>
        )
        : (
          <>
            {result && <Result {...result} />}
            <StartForm groupId={groupId} text={result ? texts.again : texts.start} />
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

function Running({ timer, minutes, locale }: { timer: Session; minutes: number; locale: ReaderLocale }) {
  const shown = timer.readers.slice(0, readingLimits.timer.faces);
  const more = timer.count - shown.length;
  return (
    <div className="timer-running">
      <ul className="timer-faces">
        {shown.map((reader) => (
          <li key={reader.id} title={displayName(reader)}>
            <Avatar user={reader} size={36} />
            <span className="visually-hidden">{displayName(reader)}</span>
          </li>
        ))}
        {more > 0 && <li className="timer-more">{texts.more(more)}</li>}
      </ul>
      <p>
        <strong className="timer-left" role="timer">{texts.minutesLeft(minutes)}</strong>
        <span className="muted">
          {`${texts.running(timer.count)} ${texts.until} `}
          <time dateTime={timer.endsAt}>{timeFormatter(locale).time(timer.endsAt)}</time>
        </span>
      </p>
    </div>
  );
}

const Result = ({ pages, own }: TimerResult) => (
  <p className="timer-result" role="status">
    {texts.together(pages)}
    {pages > 0 && <span className="muted">{` ${texts.own(own)}`}</span>}
  </p>
);

const StartForm = ({ groupId, text }: { groupId: string; text: string }) => (
  <form method="post" action={readingPaths.timerForm(groupId)} className="timer-start">
    <label className="timer-minutes">
      <span>{texts.minutes}</span>
      <span className="field-row">
        <input
          className="input"
          type="number"
          name="minutes"
          min={1}
          max={readingLimits.timer.minutes}
          defaultValue={readingLimits.timer.usual}
          required
        />
      </span>
    </label>
    <Button type="submit" kind="primary">{text}</Button>
    <p className="muted">{texts.hint}</p>
  </form>
);

interface CloseProps {
  groupId: string;
  endedAt: string;
  onClose: (form: HTMLFormElement) => void;
}

const CloseForm = ({ groupId, endedAt, onClose }: CloseProps) => (
  <form
    method="post"
    action={readingPaths.timerForm(groupId, "close")}
    className="timer-close"
    onSubmit={(event) => {
      event.preventDefault();
      onClose(event.currentTarget);
    }}
  >
    <input type="hidden" name="id" value={endedAt} />
    <IconButton type="submit" icon="close" label={texts.close} />
  </form>
);

const ActionForm = ({ groupId, action }: { groupId: string; action: TimerAction }) => (
  <form method="post" action={readingPaths.timerForm(groupId, action)}>
    <Button type="submit" kind={action === "join" ? "primary" : "quiet"}>{texts[action]}</Button>
  </form>
);
