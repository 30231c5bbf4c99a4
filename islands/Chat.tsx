import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { Message } from "../server/contract/chat.ts";
import * as limits from "../server/contract/constants.ts";
import { normalize } from "../server/contract/normalize.ts";
import { texts } from "../server/contract/texts.ts";
import { LinkButton } from "./ui/Button.tsx";
import { ChatBar } from "./chat/ChatBar.tsx";
import { Composer } from "./chat/Composer.tsx";
import { ConnectionLine } from "./chat/ConnectionLine.tsx";
import { Messages } from "./chat/Messages.tsx";
import { useChat } from "./chat/useChat.ts";
import { useOutbox } from "./chat/outbox.ts";
import { ownClock } from "./runtime/clock.ts";
import { useStableFocus } from "./chat/useStableFocus.ts";
import { useFinePointer } from "./chat/useFinePointer.ts";
import { useReversedScroll } from "./chat/scroll.ts";
import { readStored, store } from "./runtime/storage.ts";
import { showToast } from "./runtime/toast.ts";
import { isReturned } from "./chat/reducer.ts";
import type { Clock } from "./ui/clock.ts";

interface Props {
  groupId: string;
  viewer: { id: string; username: string };
  messages: Message[];
  /** The members' pictures, by id. */
  pictures: Record<string, string>;
  hasOlder: boolean;
  /** The reader's, as far as the server knows it. */
  clock: Clock;
  /** What was typed before sending it failed, without script. */
  typed?: string;
  /** What that was called, if anything: sent again by script it is the same message. */
  clientId?: string;
  /** Which form this is, without script. */
  formKey: string;
  /**
   * Where what was said before is, and what was said last: for whoever has no script, which fetches what is missing.
   */
  earlier?: string;
  latest?: string;
}

/** A group's chat: its messages, what there is to say about its connection, and the box to write in. */
export function Chat({ viewer, pictures, clock, typed, clientId, formKey, earlier, latest, ...rendered }: Props) {
  useSignals();
  const alive = useSignal(false);
  const dark = useSignal<boolean | undefined>(undefined);
  const input = useRef<HTMLTextAreaElement>(null);
  const chat = useChat({
    ...rendered,
    viewer,
    latest,
    returned: typed && clientId ? [{ clientId, content: typed.trim(), timestamp: "" }] : undefined,
    onChange: () => hold(),
    restore,
  });
  const { connection, messages, pending, hasOlder } = chat.state.value;
  const { ref, onScroll, hold } = useReversedScroll({ hasOlder, loadOlder: chat.loadOlder });
  const offline = alive.value && connection !== "joined";
  useEffect(() => {
    alive.value = true;
    dark.value = readStored(limits.storageKeys.chatDarkMode) === "true";
  }, []);
  const enterSends = useFinePointer();
  // What could not be loaded while the chat was away may be loaded now, and nothing might be scrolled to ask for it.
  useEffect(() => connection === "joined" ? onScroll() : undefined, [connection]);
  useStableFocus(input, { lost: offline });
  useOutbox({
    groupId: rendered.groupId,
    viewer,
    unsent: () => ({ draft: input.current!.value, ...chat.state.value }),
    resume({ draft, ...unsent }) {
      input.current!.value ||= draft;
      chat.resume(unsent);
    },
  });

  /** Gives texts that could not be sent back to the input, before what has been typed since. */
  function restore(content: string, earlier: string) {
    const field = input.current!;
    const at = field.value.startsWith(earlier) ? earlier.length : 0;
    const [before, typed] = [field.value.slice(0, at), field.value.slice(at).replace(/^\n/, "")];
    field.value = [before, content, typed].filter(Boolean).join("\n");
    field.focus();
  }

  function send() {
    const content = input.current!.value.trim();
    if (!content) return showToast("info", texts.chat.empty);
    if (isTooLong(content) && !isReturned(chat.state.value, content)) {
      return showToast("error", texts.validation.tooLong(limits.message.max));
    }
    if (chat.state.value.connection !== "joined") return showToast("error", texts.chat.notConnected);
    input.current!.value = "";
    ref.current!.scrollTop = 0;
    chat.send(content);
  }

  function toggleDark() {
    dark.value = !dark.value;
    store(limits.storageKeys.chatDarkMode, String(dark.value));
  }

  return (
    <section className="chat" data-chat-theme={dark.value ? "dark" : undefined} aria-label="Chat">
      <div {...log} ref={ref} onScroll={onScroll}>
        <Messages {...{ messages, pending, viewer, pictures }} clock={alive.value ? ownClock() : clock} />
        {earlier && <PlainLink href={earlier} text={texts.chat.earlier} />}
      </div>
      <ChatBar dark={dark.value} onToggle={toggleDark}>
        {latest && <PlainLink href={latest} text={texts.chat.latest} />}
      </ChatBar>
      <ConnectionLine connection={connection} text={chat.line.value} onReconnect={chat.connect} />
      <Composer
        groupId={rendered.groupId}
        {...{ formKey, input, typed }}
        disabled={offline}
        enterSends={enterSends}
        onSend={send}
      />
    </section>
  );
}

/** Counted as the server counts, who would not even be asked with a megabyte of it. */
const isTooLong = (content: string): boolean =>
  content.length > 4 * limits.message.max || [...normalize(content)].length > limits.message.max;

/** A way that a script needs none of. */
const PlainLink = ({ href, text }: { href: string; text: string }) => (
  <noscript>
    <LinkButton href={href}>{text}</LinkButton>
  </noscript>
);

/** What grows here is read out politely; it scrolls, so the keyboard must reach it. */
const log = {
  className: "messages-box",
  role: "log",
  "aria-live": "polite",
  "aria-label": "Messages",
  tabIndex: 0,
} as const;
