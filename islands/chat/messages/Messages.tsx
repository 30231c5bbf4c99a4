import { type ReactNode, useMemo } from "react";
import type { Message } from "../../../server/contract/chat/shapes.ts";
import { dayOf } from "../../../server/contract/reading/days.ts";
import { timeFormatter } from "../../ui/time_format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { bookOf } from "../anchors/AnchorLine.tsx";
import { useShared } from "../context.ts";
import type { MessageActions } from "./message_props.ts";
import { MessageItem } from "./MessageItem.tsx";
import { firstNew, isStored, lastSeqOf, type Pending } from "../connection/state.ts";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  marked: number | undefined;
  /** At which message Tab stops, if it is shown, or else at the last one; without script at every one. */
  reachable: number | undefined;
  actions: MessageActions | undefined;
  beside: (message: Message) => ReactNode;
}

export function Messages({ marked, reachable, actions, beside }: Props) {
  const { chat: { view: { viewer } }, state, blocked, books, locale } = useShared();
  const { messages, pending, hasNewer, members } = state;
  const today = dayOf(Date.now(), locale.timeZone);
  const writer = useMemo(() => timeFormatter(locale), [locale.language, locale.timeZone, today]);
  const all = hasNewer ? messages : [...messages, ...pending];
  if (all.length === 0) return <EmptyState picture="messages" text={chatTexts.noMessages} />;
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
