import { useRef } from "react";
import { presence } from "../../../server/contract/constants.ts";
import { texts } from "../../../server/contract/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";

interface Props {
  people: { id: string; username: string; name: string; picture?: string }[];
}

/**
 * Who else is here: some faces and how many more, or only how many where there is little room. Their names come on
 * hover and on focus.
 */
export function Faces({ people }: Props) {
  const names = useRef<HTMLDivElement>(null);
  if (people.length === 0) return null;
  const show = () => names.current!.matches(":popover-open") || names.current!.showPopover();
  const hide = () => names.current!.hidePopover();
  const shown = people.slice(0, presence.faces);
  const more = people.length - shown.length;
  const named = people.slice(0, presence.names).map(({ name }) => name);
  const unnamed = people.length - named.length;
  return (
    <div className="faces" onPointerEnter={show} onPointerLeave={hide}>
      <button
        type="button"
        className="faces-button"
        aria-label={texts.presence.here(named, unnamed)}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        <span className="faces-pictures">
          {shown.map(({ id, username, name, picture }) => (
            <Avatar key={id} user={{ id, username, fullName: name, profileImage: picture ?? null }} size={28} />
          ))}
          {more > 0 && <span className="faces-more">+{more}</span>}
        </span>
        <span className="faces-count">{texts.presence.count(people.length)}</span>
      </button>
      <div className="faces-names" ref={names} popover="auto" aria-hidden="true">
        <p className="faces-title">{texts.presence.title}</p>
        {named.map((name, index) => <p key={people[index].id}>{name}</p>)}
        {unnamed > 0 && <p>{texts.presence.more(unnamed)}</p>}
      </div>
    </div>
  );
}
