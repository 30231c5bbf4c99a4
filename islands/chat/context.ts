import { createContext, useContext } from "react";
import type { AnchorBook } from "../../server/contract/chat/anchors.ts";
import type { Author } from "../../server/contract/chat/shapes.ts";
import type { Role } from "../../server/contract/groups/shapes.ts";
import type { ReaderLocale } from "../ui/time_format.ts";
import type { GroupChat } from "./connection/group_chat.ts";
import type { ChatState } from "./connection/state.ts";

export interface ChatShared {
  chat: GroupChat;
  state: ChatState;
  role: Role;
  blocked: Author[];
  books: AnchorBook[];
  locale: ReaderLocale;
  isHydrated: boolean;
}

export const ChatContext = createContext<ChatShared | undefined>(undefined);

export const useShared = (): ChatShared => useContext(ChatContext)!;
