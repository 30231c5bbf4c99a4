import type { MemberDirectory, Reaction } from "../../../server/contract/chat/shapes.ts";
import { namesOf } from "../connection/names.ts";
import { presence } from "../../../server/contract/chat/limits.ts";
import { presenceTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  reactions: Reaction[];
  /** The message's, which the reactions lead to without script. */
  seq: number;
  members: MemberDirectory;
  viewerId: string;
  tabIndex: number | undefined;
  /** Gives a reaction or takes it back; undefined without script. */
  onToggle: ((emoji: string, given: boolean) => void) | undefined;
  disabled?: boolean;
}

/** The reactions to a message, with their numbers, and who gave them, as far as there is room, on hover and focus. */
export function Reactions({ reactions, seq, members, viewerId, tabIndex, onToggle, disabled }: Props) {
  return (
    <ul className="reactions">
      {reactions.map(({ emoji, userIds }) => {
        const isOwn = userIds.includes(viewerId);
        const all = namesOf(userIds, members, viewerId);
        const named = all.slice(0, presence.names);
        const names = named.concat(all.length > named.length ? presenceTexts.more(all.length - named.length) : [])
          .join(", ");
        const shared = {
          className: "reaction",
          "data-users": userIds.join(" "),
          "data-names": names,
          "aria-label": `${emoji} ${userIds.length}: ${names}`,
          tabIndex,
        };
        return (
          <li key={emoji}>
            {onToggle
              ? (
                <button
                  type="button"
                  {...shared}
                  disabled={disabled}
                  aria-pressed={isOwn}
                  onClick={() => onToggle(emoji, !isOwn)}
                >
                  <span>{emoji}</span> {userIds.length}
                </button>
              )
              : (
                <a {...shared} data-own={isOwn || undefined} href={`?message=${seq}`}>
                  <span>{emoji}</span> {userIds.length}
                </a>
              )}
          </li>
        );
      })}
    </ul>
  );
}
