import { timerTexts } from "../../../server/contract/reading/timer_texts.ts";
import { Icon } from "../../ui/Icon.tsx";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

const links = [["search", "search"], ["pins", "pin"]] as const;

export const ChatLinks = () => (
  <div className="chat-links">
    {links.map(([kind, icon]) => (
      <a key={kind} className="icon-button" href={`?${kind}`} aria-label={chatTexts[kind]}>
        <Icon name={icon} />
      </a>
    ))}
  </div>
);

export const ChatMenu = () => (
  <>
    <div className="chat-menu">
      {links.map(([kind]) => <a key={kind} href={`?${kind}`}>{chatTexts[kind]}</a>)}
    </div>
    <a href="?timer">{timerTexts.title}</a>
  </>
);
