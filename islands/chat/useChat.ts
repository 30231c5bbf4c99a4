import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { AnchorBook } from "../../server/contract/chat/anchors.ts";
import type { Author, MemberDirectory } from "../../server/contract/chat/shapes.ts";
import type { Role } from "../../server/contract/groups/shapes.ts";
import type { ReaderLocale } from "../ui/time_format.ts";
import { type ChatStart, type GroupChat, pageChat } from "./connection/group_chat.ts";
import type { ChatState } from "./state/state.ts";
import { on } from "../runtime/events.ts";
import { ownLocale } from "../runtime/reader_locale.ts";
import { useStore } from "../runtime/useStore.ts";
import { storeSending } from "./offline/store_pending.ts";

export interface ChatShared {
  chat: GroupChat;
  state: ChatState;
  role: Role;
  /** A conversation or an own shelf, which nobody organizes. */
  allDecide?: boolean;
  /** In place of what a group without messages says. */
  noMessages?: string;
  blocked: Author[];
  /** Undefined where they could not be loaded. */
  books: AnchorBook[] | undefined;
  locale: ReaderLocale;
  isHydrated: boolean;
}

export const ChatContext = createContext<ChatShared | undefined>(undefined);

export const useShared = (): ChatShared => useContext(ChatContext)!;

export interface ChatProps extends ChatStart {
  /** What the form sent, as which message, where the server may not have taken it. */
  typed?: string;
  clientId?: string;
  members: MemberDirectory;
  blocked?: Author[];
  books?: AnchorBook[];
  role: Role;
  allDecide?: boolean;
  noMessages?: string;
  locale: ReaderLocale;
}

function useGroupBooks(named: AnchorBook[] | undefined): AnchorBook[] | undefined {
  const [books, setBooks] = useState(named);
  useEffect(() => on("groupBooks", setBooks), []);
  return books;
}

export function useChat(start: ChatProps, role: Role): ChatShared {
  const [chat] = useState(() => pageChat(start));
  const state = useStore(chat.store, chat.store.getInitialState);
  const blocked = useBlocked(start.blocked);
  const books = useGroupBooks(start.books);
  const [isHydrated, setIsHydrated] = useState(false);
  const locale = useMemo(() => isHydrated ? ownLocale() : start.locale, [isHydrated]);
  useEffect(() => {
    setIsHydrated(true);
    chat.start();
    storeSending(chat);
  }, []);
  return {
    chat,
    state,
    role,
    allDecide: start.allDecide,
    noMessages: start.noMessages,
    blocked,
    books,
    locale,
    isHydrated,
  };
}

function useBlocked(start: Author[] = none): Author[] {
  const [blocked, setBlocked] = useState(start);
  useEffect(
    () =>
      on(
        "blockChanged",
        ({ userId: id, username, blocked }) =>
          setBlocked((before) => {
            const others = before.filter((one) => one.id !== id);
            return blocked ? [...others, { id, username }] : others;
          }),
      ),
    [],
  );
  return blocked;
}

const none: Author[] = [];
