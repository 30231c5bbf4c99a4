import { useSignal } from "@preact/signals-react";
import { useEffect, useRef } from "react";
import type { Message, MessagePage } from "../../server/contract/chat.ts";
import { texts } from "../../server/contract/texts.ts";
import { type ChatAction, chatReducer, type ChatState, initialChat, type Pending, textOf } from "./reducer.ts";
import { call } from "../runtime/api.ts";
import { ChatLink } from "./connection.ts";
import { showToast } from "../runtime/toast.ts";

interface Parts {
  groupId: string;
  viewer: { id: string; username: string };
  /** As the server rendered it. */
  messages: Message[];
  hasOlder: boolean;
  /** Where the latest messages are, if these are not. */
  latest?: string;
  /** Called right before what is shown changes. */
  onChange: () => void;
  /** What the form sent before and could not, without script. */
  returned?: Pending[];
  /** A text that could not be sent goes back to the input, after those that have gone there before. */
  restore: (content: string, earlier: string) => void;
}

/** A group's chat: what is known of it, what there is to say about its connection, and what can be done. */
export function useChat({ groupId, viewer, messages, hasOlder, latest, returned, onChange, restore }: Parts) {
  const state = useSignal(initialChat(messages, hasOlder, returned));
  const line = useSignal<string | undefined>(undefined);
  const link = useRef<ChatLink>(null);
  useEffect(() => {
    // With script the way to what was said before is to scroll, and it leads there from the latest.
    if (latest) return location.replace(latest);
    connect();
    return () => link.current?.close();
  }, []);

  function dispatch(action: ChatAction) {
    onChange();
    state.value = chatReducer(state.value, action);
  }

  /** Connects, or tries again where that was given up. */
  function connect() {
    if (link.current) return link.current.reconnect();
    line.value = texts.chat.connecting;
    try {
      const hooks = { state: () => state.value, say: (text?: string) => line.value = text, fail };
      link.current = new ChatLink({ ...hooks, groupId, user: viewer, dispatch, giveBack });
    } catch (error) {
      console.error(error);
      dispatch({ type: "connection", connection: "disconnected" });
      line.value = texts.chat.initFailed;
      fail(texts.chat.initFailed);
    }
  }

  function giveBack({ clientId, content }: Pending) {
    const earlier = textOf(state.value.returned);
    dispatch({ type: "failed", clientId });
    restore(content, earlier);
  }

  async function loadOlder() {
    const before = state.value.messages[0]?.seq;
    const page = await call<MessagePage>("GET", `/groups/${encodeURIComponent(groupId)}/messages?before=${before}`);
    dispatch({ type: "history", messages: page.messages, hasOlder: page.hasMore });
  }

  /**
   * Takes up what a former page had: messages on their way, which are sent again once the chat is joined, and what was
   * given back to the input.
   */
  function resume({ pending, returned }: Pick<ChatState, "pending" | "returned">) {
    for (const one of pending) dispatch({ type: "sending", pending: one });
    if (returned.length > 0) dispatch({ type: "returned", returned });
  }

  return { state, line, connect, loadOlder, resume, send: (content: string) => link.current!.send(content) };
}

const fail = (text: string) => showToast("error", text);
