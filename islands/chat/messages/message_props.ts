import type { ReactNode } from "react";
import type { AnchorBook } from "../../../server/contract/chat/anchors.ts";
import type { MemberDirectory, Message } from "../../../server/contract/chat/shapes.ts";
import type { TimeFormatter } from "../../ui/time_format.ts";
import type { Pending } from "../state/state.ts";

export interface MessageActions {
  show(seq: number): void;
  react?: (message: Message, emoji: string, given: boolean) => void;
}

export interface MessageProps {
  message: Message | Pending;
  before: Message | Pending | undefined;
  mine: boolean;
  author: MemberDirectory[string] | undefined;
  isNew: boolean;
  marked: boolean;
  reachable: boolean;
  hiddenByBlock: boolean;
  quoteHiddenByBlock: boolean;
  members: MemberDirectory;
  book: AnchorBook | undefined;
  viewerId: string;
  writer: TimeFormatter;
  actions: MessageActions | undefined;
  children?: ReactNode;
}
