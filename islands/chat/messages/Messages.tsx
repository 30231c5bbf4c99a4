import { type ReactNode, useMemo } from "react";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import type { ActiveMessage } from "../actions/useActiveMessage.ts";
import type { OverlayState } from "../actions/useOverlay.ts";
import type { Controls } from "../actions/controls.ts";
import type { MessageCalls } from "../actions/useMessageActions.ts";
import { bookOf, RevealForm } from "./Anchor.tsx";
import { Button, IconButton, LinkButton } from "../../ui/Button.tsx";
import { useShared } from "../useChat.ts";
import type { MessageActions } from "./MessageContent.tsx";
import type { Scrolling } from "./useReversedScroll.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";
import { dayOf } from "../../../server/contract/reading/days.ts";
import { timeFormatter } from "../../ui/time_format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { MessageItem } from "./MessageItem.tsx";
import { firstNew, isStored, lastSeqOf, type Pending } from "../state/state.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";

interface BoxProps {
  box: Scrolling;
  pointed: ActiveMessage;
  actions: MessageActions;
  calls: MessageCalls;
  controls: Controls | undefined;
  panel: OverlayState;
  earlier: string | undefined;
  open: number | undefined;
  forms: ReactNode;
  onLatest: () => void;
}

export function MessagesBox(
  { box, pointed, actions, calls, controls, panel, earlier, open, forms, onLatest }: BoxProps,
) {
  const { state, isHydrated } = useShared();
  const { overlay } = panel;
  const inUse = overlay?.kind === "menu" ? overlay.message.seq : pointed.active;

  function beside(message: Message) {
    if (!message.veiled) return toolsOf(message);
    const tabIndex = isHydrated && message.seq !== pointed.focused ? -1 : undefined;
    return (
      <>
        <RevealForm message={message} tabIndex={tabIndex} onReveal={calls.reveal} />
        {toolsOf(message)}
      </>
    );
  }

  function toolsOf(message: Message) {
    if (message.deletedAt) return undefined;
    // What a `noscript` holds is neither drawn nor hydrated where there is script.
    if (open === message.seq && !isHydrated) return <noscript>{forms}</noscript>;
    if (!controls || state.connection === "closed" || message.seq !== inUse) return undefined;
    return (
      <controls.MessageTools
        onReply={message.veiled ? undefined : () => calls.reply(message)}
        onMenu={(menu, button) => panel.open({ kind: "menu", menu, message, button })}
      />
    );
  }

  // New messages are read out politely; until its messages are stops of Tab, the box is.
  return (
    <>
      <div
        className="messages-box"
        role="log"
        aria-live="polite"
        aria-label="Messages"
        tabIndex={isHydrated ? -1 : 0}
        ref={box.ref}
        onScroll={box.onScroll}
        {...pointed.handlers}
      >
        <Messages
          marked={box.marked}
          reachable={pointed.focused}
          actions={isHydrated ? actions : undefined}
          beside={beside}
        />
        {earlier && <PlainLink href={earlier} text={chatTexts.earlier} />}
      </div>
      {box.isFarUp && (
        <IconButton
          className="to-latest"
          icon="arrow-down"
          label={chatTexts.latest}
          onClick={onLatest}
        />
      )}
    </>
  );
}

interface Props {
  marked: number | undefined;
  /** At which message Tab stops, if it is shown, or else at the last one; without script at every one. */
  reachable: number | undefined;
  actions: MessageActions | undefined;
  beside: (message: Message) => ReactNode;
}

export function Messages({ marked, reachable, actions, beside }: Props) {
  const { chat: { view: { viewer } }, state, blocked, books, locale, noMessages } = useShared();
  const { messages, pending, hasNewer, members } = state;
  const today = dayOf(Date.now(), locale.timeZone);
  const writer = useMemo(() => timeFormatter(locale), [locale.language, locale.timeZone, today]);
  const all = hasNewer ? messages : [...messages, ...pending];
  if (all.length === 0) return <EmptyState picture="messages" text={noMessages ?? chatTexts.noMessages} />;
  const stop = messages.some(({ seq }) => seq === reachable) ? reachable : lastSeqOf(state);
  const newest = firstNew(state, viewer.id);
  return (
    <ol className="messages" data-seq={messages[0]?.seq}>
      {all.map((message, index) => {
        const seq = isStored(message) ? message.seq : undefined;
        return (
          <MessageItem
            key={keyOf(message, viewer.id)}
            message={message}
            before={all[index - 1]}
            mine={message.userId === viewer.id}
            author={members[message.userId]}
            isNew={message === newest}
            marked={seq !== undefined && seq === marked}
            reachable={actions === undefined || seq !== undefined && seq === stop}
            hiddenByBlock={blocked.some(({ id }) => id === message.userId)}
            quoteHiddenByBlock={blocked.some(({ username }) => username === message.replyTo?.username)}
            members={members}
            book={bookOf(books, message.anchor)}
            viewerId={viewer.id}
            writer={writer}
            actions={actions}
          >
            {isStored(message) && beside(message)}
          </MessageItem>
        );
      })}
    </ol>
  );
}

/** One for a pending message and the acknowledged one that it becomes, so that it stays where it is. */
const keyOf = ({ userId, clientId, seq }: Message | Pending, viewerId: string): string =>
  clientId && userId === viewerId ? clientId : String(seq);

export const PlainLink = ({ href, text }: { href: string; text: string }) => (
  <noscript>
    <LinkButton href={href}>{text}</LinkButton>
  </noscript>
);

export const MarkRead = ({ groupId, seq }: { groupId: string; seq: number }) => (
  <noscript>
    <form method="post" action={chatPaths.read(groupId)}>
      <input type="hidden" name="seq" value={seq} />
      <Button type="submit" icon="check">{chatTexts.markRead}</Button>
    </form>
  </noscript>
);
