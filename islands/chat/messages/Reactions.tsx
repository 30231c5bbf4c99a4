import type { Message, Reaction } from "../../../server/contract/chat/shapes.ts";
import { namesOf } from "../state/state.ts";
import type { MessageProps } from "./MessageContent.tsx";
import { presence } from "../../../server/contract/chat/limits.ts";
import { presenceTexts } from "../../../server/contract/chat/presence_texts.ts";

interface Props extends Pick<MessageProps, "members" | "viewerId" | "actions"> {
  message: Message;
  tabIndex: number | undefined;
}

export const Reactions = ({ message, ...props }: Props) => (
  <ul className="reactions">
    {message.reactions.map((reaction) => (
      <li key={reaction.emoji}>
        <ReactionButton message={message} reaction={reaction} {...props} />
      </li>
    ))}
  </ul>
);

function ReactionButton({ message, reaction, members, viewerId, actions, tabIndex }: Props & { reaction: Reaction }) {
  const { emoji, userIds } = reaction;
  const isOwn = userIds.includes(viewerId);
  const names = namesIn(namesOf(userIds, members, viewerId));
  const shared = {
    className: "reaction",
    "data-names": names,
    "aria-label": `${emoji} ${userIds.length}: ${names}`,
    tabIndex,
  };
  const content = (
    <>
      <span>{emoji}</span> {userIds.length}
    </>
  );
  if (!actions) {
    return <a {...shared} data-own={isOwn || undefined} href={`?message=${message.seq}`}>{content}</a>;
  }
  return (
    <button
      type="button"
      {...shared}
      disabled={!actions.react}
      aria-pressed={isOwn}
      onClick={() => actions.react?.(message, emoji, !isOwn)}
    >
      {content}
    </button>
  );
}

function namesIn(all: string[]): string {
  const named = all.slice(0, presence.names);
  return named.concat(all.length > named.length ? presenceTexts.more(all.length - named.length) : []).join(", ");
}
