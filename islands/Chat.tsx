import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef } from "react";
import type { Message, MessagePage } from "../server/contract/chat.ts";
import { storageKeys } from "../server/contract/limits.ts";
import { texts } from "../server/contract/texts.ts";
import { ChatBar } from "./components/ChatBar.tsx";
import { Composer } from "./components/Composer.tsx";
import { ConnectionLine } from "./components/ConnectionLine.tsx";
import { Messages } from "./components/Messages.tsx";
import { call } from "./lib/api.ts";
import { ownClock } from "./lib/clock.ts";
import { ChatLink } from "./lib/chat_link.ts";
import { useKeptFocus } from "./lib/kept_focus.ts";
import { useReversedScroll } from "./lib/scroll.ts";
import { readStored, store } from "./lib/storage.ts";
import { showToast } from "./lib/toasts.ts";
import type { Clock } from "./state/clock.ts";
import { type ChatAction, chatReducer, initialChat } from "./state/chat.ts";

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

export function Chat({ groupId, viewer, pictures, messages, hasOlder, clock, typed }: Props) {
  useSignals();
  const state = useSignal(initialChat(messages, hasOlder));
  const line = useSignal<string | undefined>(undefined);
  const alive = useSignal(false);
  const dark = useSignal<boolean | undefined>(undefined);
  const link = useRef<ChatLink>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const { ref, onScroll, hold } = useReversedScroll({ hasOlder: state.value.hasOlder, loadOlder });
  const offline = alive.value && state.value.connection !== "joined";

  useEffect(() => {
    alive.value = true;
    dark.value = readStored(storageKeys.chatDarkMode) === "true";
    connect();
    return () => link.current?.close();
  }, []);
  useKeptFocus(input, { lost: offline });

  function dispatch(action: ChatAction) {
    hold();
    state.value = chatReducer(state.value, action);
  }

  /** Connects, or tries again where that was given up. */
  function connect() {
    if (link.current) return link.current.reconnect();
    line.value = texts.chat.connecting;
    try {
      link.current = new ChatLink({
        ...{ groupId, user: viewer, dispatch, restore },
        state: () => state.value,
        say: (text) => line.value = text,
        fail: (text) => showToast("error", text),
      });
    } catch (error) {
      console.error(error);
      dispatch({ type: "connection", connection: "disconnected" });
      line.value = texts.chat.initFailed;
      showToast("error", texts.chat.initFailed);
    }
  }

  /** Gives a text that could not be sent back to the input, before what has been typed since. */
  function restore(content: string) {
    const field = input.current!;
    field.value = [content, field.value].filter(Boolean).join("\n");
    field.focus();
  }

  async function loadOlder() {
    const before = state.value.messages[0]?.seq;
    const page = await call<MessagePage>("GET", `/groups/${encodeURIComponent(groupId)}/messages?before=${before}`);
    dispatch({ type: "history", messages: page.messages, hasOlder: page.hasMore });
  }

  function send() {
    const content = input.current!.value.trim();
    if (!content) return showToast("info", texts.chat.empty);
    if (state.value.connection !== "joined") return showToast("error", texts.chat.notConnected);
    input.current!.value = "";
    ref.current!.scrollTop = 0;
    link.current!.send(content);
  }

  function toggleDark() {
    dark.value = !dark.value;
    store(storageKeys.chatDarkMode, String(dark.value));
  }

  return (
    <section className="chat" data-chat-theme={dark.value ? "dark" : undefined} aria-label="Chat">
      <div {...log} ref={ref} onScroll={onScroll}>
        <Messages
          messages={state.value.messages}
          pending={state.value.pending}
          viewer={viewer}
          pictures={pictures}
          clock={alive.value ? ownClock() : clock}
        />
      </div>
      <ChatBar dark={dark.value} onToggle={toggleDark} />
      <ConnectionLine
        connection={state.value.connection}
        text={line.value}
        onReconnect={connect}
      />
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
