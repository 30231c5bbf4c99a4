import { texts } from "../../../server/contract/texts.ts";
import { Icon } from "../../ui/Icon.tsx";
import { intercept } from "../../ui/intercept.ts";
import type { FinderKind } from "./Finder.tsx";

const links = [["search", "search"], ["pins", "pin"]] as const;

/** Where messages are found, over the corner of the conversation. */
export const ChatLinks = ({ onOpen }: { onOpen: (kind: FinderKind, link: HTMLElement) => void }) => (
  <div className="chat-links">
    {links.map(([kind, icon]) => (
      <a
        key={kind}
        className="icon-button"
        href={`?${kind}`}
        aria-label={texts.chat[kind]}
        onClick={(event) => {
          const link = event.currentTarget;
          intercept(() => onOpen(kind, link))(event);
        }}
      >
        <Icon name={icon} />
      </a>
    ))}
  </div>
);
