import type { Pins } from "../../../db/chat/messages.ts";
import { pinnedLine } from "../../../islands/chat/find/pinned_line.ts";
import { nameOf } from "../../../islands/chat/state/state.ts";
import { Icon } from "../../../islands/ui/Icon.tsx";
import type { Author, MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { findTexts } from "../../../server/contract/chat/message_texts.ts";

interface Props {
  pins: Pins;
  members: MemberDirectory;
  blocked: Author[];
}

/** The latest pinned message, and the way to all. A script changes it, and fetches it when the first is pinned. */
export function PinBar({ pins: { seqs, latest }, members, blocked }: Props) {
  const isBlocked = blocked.some(({ id }) => id === latest.userId);
  return (
    <div
      className="pin-bar"
      data-pins={seqs.join(" ")}
      data-blocked={blocked.map(({ id }) => id).join(" ") || undefined}
    >
      <a className="pin-latest" href={`?message=${latest.seq}`}>
        <Icon name="pin" />
        <span className="visually-hidden">{`${findTexts.latestPin}:`}</span>
        <b>{nameOf(latest, members)}</b>
        <span dir="auto">{pinnedLine(latest, isBlocked)}</span>
      </a>
      <a className="pin-all" href="?pins" hidden={seqs.length < 2}>{findTexts.pinCount(seqs.length)}</a>
    </div>
  );
}
