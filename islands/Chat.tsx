import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { Message } from "../server/contract/chat.ts";
import { storageKeys } from "../server/contract/limits.ts";
import { texts } from "../server/contract/texts.ts";
import { ChatBar } from "./components/ChatBar.tsx";
import { Composer } from "./components/Composer.tsx";
import { ConnectionLine } from "./components/ConnectionLine.tsx";
import { Messages } from "./components/Messages.tsx";
import { useChat } from "./lib/chat.ts";
import { useKeptUnsent } from "./lib/chat_kept.ts";
import { ownClock } from "./lib/clock.ts";
import { useKeptFocus } from "./lib/kept_focus.ts";
import { useReversedScroll } from "./lib/scroll.ts";
import { readStored, store } from "./lib/storage.ts";
import { showToast } from "./lib/toasts.ts";
import type { Clock } from "./state/clock.ts";

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
}

/** A group's chat: its messages, what there is to say about its connection, and the box to write in. */
export function Chat({ viewer, pictures, clock, typed, ...rendered }: Props) {
  useSignals();
  const alive = useSignal(false);
  const dark = useSignal<boolean | undefined>(undefined);
  const input = useRef<HTMLTextAreaElement>(null);
  const chat = useChat({ ...{ viewer, ...rendered }, onChange: () => hold(), restore });
  const { connection, messages, pending, hasOlder } = chat.state.value;
  const { ref, onScroll, hold } = useReversedScroll({ hasOlder, loadOlder: chat.loadOlder });
  const offline = alive.value && connection !== "joined";
  useEffect(() => {
    alive.value = true;
    dark.value = readStored(storageKeys.chatDarkMode) === "true";
  }, []);
  useKeptFocus(input, { lost: offline });
  useKeptUnsent({
    groupId: rendered.groupId,
    viewer,
    unsent: () => ({ draft: input.current!.value, pending: chat.state.value.pending }),
    resume({ draft, pending }) {
      input.current!.value ||= draft;
      chat.resume(pending);
    },
  });

  /** Gives a text that could not be sent back to the input, before what has been typed since. */
  function restore(content: string) {
    const field = input.current!;
    field.value = [content, field.value].filter(Boolean).join("\n");
    field.focus();
  }

  function send() {
    const content = input.current!.value.trim();
    if (!content) return showToast("info", texts.chat.empty);
    if (chat.state.value.connection !== "joined") return showToast("error", texts.chat.notConnected);
    input.current!.value = "";
    ref.current!.scrollTop = 0;
    chat.send(content);
  }

  function toggleDark() {
    dark.value = !dark.value;
    store(storageKeys.chatDarkMode, String(dark.value));
  }

  return (
    <section className="chat" data-chat-theme={dark.value ? "dark" : undefined} aria-label="Chat">
      <div {...log} ref={ref} onScroll={onScroll}>
        <Messages {...{ messages, pending, viewer, pictures }} clock={alive.value ? ownClock() : clock} />
      </div>
      <ChatBar dark={dark.value} onToggle={toggleDark} />
      <ConnectionLine connection={connection} text={chat.line.value} onReconnect={chat.connect} />
      <Composer {...{ input, typed }} disabled={offline} onSend={send} />
    </section>
  );
}

/** What grows here is read out politely; it scrolls, so the keyboard must reach it. */
const log = {
  className: "messages-box",
  role: "log",
  "aria-live": "polite",
  "aria-label": "Messages",
  tabIndex: 0,
} as const;
