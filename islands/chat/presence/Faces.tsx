import { useRef } from "react";
import { presence } from "../../../server/contract/chat/limits.ts";
import { presenceTexts } from "../../../server/contract/chat/presence_texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";

interface Props {
  people: { id: string; username: string; name: string; picture?: string }[];
}

export function Faces({ people }: Props) {
  const names = useRef<HTMLDivElement>(null);
  if (people.length === 0) return null;
  const show = () => names.current!.matches(":popover-open") || names.current!.showPopover();
  const hide = () => names.current!.hidePopover();
  const shown = people.slice(0, presence.faces);
  const named = people.slice(0, presence.names).map(({ name }) => name);
  const unnamed = people.length - named.length;
  return (
    <div className="faces" onPointerEnter={show} onPointerLeave={hide}>
      <button
        type="button"
        className="faces-button"
        aria-label={presenceTexts.here(named, unnamed)}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        <span className="faces-pictures">
          {shown.map(({ id, username, name, picture }) => (
            <Avatar key={id} user={{ id, username, fullName: name, profileImage: picture ?? null }} size={28} />
          ))}
        </span>
        <span className="faces-count" data-more={people.length > shown.length || undefined}>
          {presenceTexts.count(people.length)}
        </span>
      </button>
      <div className="faces-names" ref={names} popover="auto" aria-hidden="true">
        <p className="faces-title">{presenceTexts.title}</p>
        {named.map((name, index) => <p key={people[index].id}>{name}</p>)}
        {unnamed > 0 && <p>{presenceTexts.more(unnamed)}</p>}
      </div>
    </div>
  );
}
