import { createContext, useContext } from "react";
import type { AnchorBook } from "../../server/contract/chat/anchors.ts";
import type { Author } from "../../server/contract/chat/shapes.ts";
import type { Role } from "../../server/contract/groups/shapes.ts";
import type { ReaderLocale } from "../ui/time_format.ts";
import type { GroupChat } from "./connection/group_chat.ts";
import type { ChatState } from "./connection/state.ts";

/** What the parts of a chat have in common. */
export interface ChatShared {
  chat: GroupChat;
  state: ChatState;
  /** The viewer's. */
  role: Role;
  /** Whom the viewer has blocked: what they wrote is collapsed. */
  blocked: Author[];
  books: AnchorBook[];
  /** The reader's own, or as far as the server knew it. */
  locale: ReaderLocale;
  isHydrated: boolean;
}

export const ChatContext = createContext<ChatShared | undefined>(undefined);

export const useShared = (): ChatShared => useContext(ChatContext)!;
