import type { MemberDirectory } from "../../../server/contract/chat/shapes.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import type { Mentions } from "./useMentions.ts";

interface Props extends Pick<Mentions, "candidates" | "selected" | "listId" | "optionId" | "pick"> {
  members: MemberDirectory;
}

export function MentionList({ candidates, selected, listId, optionId, pick, members }: Props) {
  return (
    <ul className="mention-list" id={listId} role="listbox" aria-label="Members">
      {candidates.map((candidate, index) => {
        const { id, username, name } = candidate;
        return (
          <li
            key={id}
            id={optionId(index)}
            role="option"
            aria-selected={index === selected}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(candidate)}
          >
            <Avatar user={{ id, username, fullName: name, profileImage: members[id].picture ?? null }} size={28} />
            <b>{name}</b> {name !== username && <span>@{username}</span>}
          </li>
        );
      })}
    </ul>
  );
}
