import { useEffect, useState, useSyncExternalStore } from "react";
import type { MemberDirectory } from "../server/contract/chat.ts";
import { storageKeys } from "../server/contract/constants.ts";
import { texts } from "../server/contract/texts.ts";
import { ChatBar } from "./chat/ChatBar.tsx";
import { Composer } from "./chat/Composer.tsx";
import { type ChatStart, pageChat } from "./chat/connection.ts";
import { ConnectionLine } from "./chat/ConnectionLine.tsx";
import { readMessages } from "./chat/from_html.ts";
import { Messages } from "./chat/Messages.tsx";
import { useReversedScroll } from "./chat/useReversedScroll.ts";
import type { FromHtml } from "./runtime/from_html.ts";
import { ownLocale } from "./runtime/reader_locale.ts";
import { readStored, store } from "./runtime/storage.ts";
import { LinkButton } from "./ui/Button.tsx";
import type { ReaderLocale } from "./ui/time_format.ts";

interface Props extends ChatStart {
  /** Who has left the group since is shown by the username of their messages. */
  members: MemberDirectory;
  /** The reader's, as far as the server knows it. */
  locale: ReaderLocale;
  /** Which form this is, without script, */
  formKey: string;
  /** and where it posts to: its address says what else the page has open. */
  action: string;
  /** The address of the messages before these, for a page without script. */
  earlier?: string;
}

/** A group's chat: its messages, the state of its connection, and the box to write in. */
export function Chat({ members, locale, formKey, action, earlier, ...start }: Props) {
  const { viewer, typed, latest } = start;
  const [chat] = useState(() => pageChat(start));
  const state = useSyncExternalStore(chat.subscribe, chat.getState, chat.getInitialState);
  const [isHydrated, setIsHydrated] = useState(false);
  const [dark, setDark] = useState<boolean>();
  const { ref, onScroll } = useReversedScroll(chat);
  useEffect(() => {
    // With script one scrolls to earlier messages, beginning at the latest.
    if (latest) return location.replace(latest);
    setIsHydrated(true);
    setDark(readStored(storageKeys.chatDarkMode) === "true");
    chat.start();
  }, []);

  function toggleDark() {
    setDark(!dark);
    store(storageKeys.chatDarkMode, String(!dark));
  }

  return (
    <section className="chat" data-chat-theme={dark ? "dark" : undefined} aria-label="Chat">
      {/* New messages are read out politely; the box scrolls, so the keyboard must reach it. */}
      <div
        className="messages-box"
        role="log"
        aria-live="polite"
        aria-label="Messages"
        tabIndex={0}
        ref={ref}
        onScroll={onScroll}
      >
        <Messages state={state} viewer={viewer} members={members} locale={isHydrated ? ownLocale() : locale} />
        {earlier && <PlainLink href={earlier} text={texts.chat.earlier} />}
      </div>
      <ChatBar dark={dark} onToggle={toggleDark}>
        {latest && <PlainLink href={latest} text={texts.chat.latest} />}
      </ChatBar>
      <ConnectionLine state={state} onReconnect={() => chat.reconnect()} />
      <Composer
        chat={chat}
        action={action}
        formKey={formKey}
        typed={typed}
        disabled={isHydrated && state.connection !== "joined"}
      />
    </section>
  );
}

Chat.fromHtml = { messages: readMessages } satisfies FromHtml<Props>;

/** A link that is needed without script only. */
const PlainLink = ({ href, text }: { href: string; text: string }) => (
  <noscript>
    <LinkButton href={href}>{text}</LinkButton>
  </noscript>
);
