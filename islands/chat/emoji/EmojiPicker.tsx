import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { emojiTexts } from "../../../server/contract/chat/message_texts.ts";
import { loadEmoji } from "../../runtime/load_emoji.ts";
import { type Emoji, type EmojiGroups, findEmoji, noteRecent, recentEmoji } from "./emoji.ts";

const columns = 7;
const mostFound = 10 * columns;
/** What stands for each group, after the recent ones. */
const icons = ["🕘", "😀", "👋", "🐻", "🍎", "🚗", "⚽", "💡", "🔣", "🏁"];

export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const [groups, setGroups] = useState<EmojiGroups>();
  const [failed, setFailed] = useState(false);
  const [query, setQuery] = useState("");
  const [recent] = useState(recentEmoji);
  const [tab, setTab] = useState(recent.length > 0 ? 0 : 1);
  useEffect(() => void loadEmoji().then(setGroups, () => setFailed(true)), []);

  function pick(emoji: string) {
    noteRecent(emoji);
    onPick(emoji);
  }

  const shown = query.trim() ? findEmoji(groups ?? [], query, mostFound) : inTab(groups ?? [], recent, tab);
  return (
    <div className="emoji-picker">
      <input
        type="search"
        className="emoji-search"
        aria-label={emojiTexts.search}
        placeholder={emojiTexts.search}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && shown.length > 0 && pick(shown[0][0])}
      />
      <EmojiTabs tab={query.trim() ? undefined : tab} onTab={(next) => (setTab(next), setQuery(""))} />
      {failed ? <p role="alert">{emojiTexts.failed}</p> : <EmojiGrid emoji={shown} onPick={pick} isLoading={!groups} />}
    </div>
  );
}

function inTab(groups: EmojiGroups, recent: string[], tab: number): Emoji[] {
  if (tab > 0) return groups[tab - 1] ?? [];
  const known = new Map(groups.flat().map((emoji) => [emoji[0], emoji]));
  return recent.flatMap((one) => known.get(one) ? [known.get(one)!] : []);
}

function EmojiTabs({ tab, onTab }: { tab: number | undefined; onTab: (next: number) => void }) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[event.key];
    if (!step) return;
    event.preventDefault();
    const next = ((tab ?? 0) + step + icons.length) % icons.length;
    onTab(next);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next].focus();
  }
  return (
    <div className="emoji-tabs" role="tablist" aria-label={emojiTexts.groups} onKeyDown={onKeyDown}>
      {icons.map((icon, index) => (
        <button
          key={icon}
          type="button"
          role="tab"
          aria-selected={index === tab}
          aria-label={emojiTexts.tabs[index]}
          title={emojiTexts.tabs[index]}
          tabIndex={index === (tab ?? 0) ? 0 : -1}
          onClick={() => onTab(index)}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}

interface GridProps {
  emoji: Emoji[];
  isLoading: boolean;
  onPick: (emoji: string) => void;
}

/** A grid by keyboard: Tab stops at it once, arrows go on within. */
function EmojiGrid({ emoji, isLoading, onPick }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  useEffect(() => {
    setAt(0);
    grid.current?.scrollTo(0, 0);
  }, [emoji[0]?.[0], emoji.length]);
  if (emoji.length === 0) {
    return <p className="emoji-none" role="status">{isLoading ? emojiTexts.loading : emojiTexts.none}</p>;
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: at - at % columns,
      End: at - at % columns + columns - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = to < 0 || to >= emoji.length && event.key !== "End" ? at : Math.min(to, emoji.length - 1);
    setAt(next);
    grid.current!.querySelectorAll("button")[next].focus();
  }

  const rows = Array.from({ length: Math.ceil(emoji.length / columns) }, (_, row) => row * columns);
  return (
    <div className="emoji-grid" role="grid" aria-label={emojiTexts.title} ref={grid} onKeyDown={onKeyDown}>
      {rows.map((first) => (
        <div key={first} role="row">
          {emoji.slice(first, first + columns).map(([unicode, label], index) => (
            <div key={unicode} role="gridcell">
              <button
                type="button"
                className="emoji-button"
                aria-label={label}
                title={label}
                tabIndex={first + index === at ? 0 : -1}
                onFocus={() => setAt(first + index)}
                onClick={() => onPick(unicode)}
              >
                {unicode}
              </button>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
