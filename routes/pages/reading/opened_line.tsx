import type { Opened } from "../../../db/reading/today.ts";
import { Icon } from "../../../islands/ui/Icon.tsx";
import { openedLineTexts as texts } from "../../../server/contract/reading/book_page_texts.ts";
import { openedPath } from "../../../server/contract/reading/paths.ts";

interface Props {
  book: { groupId: string; bookId: string };
  opened: Opened | undefined;
}

/** What others wrote on the pages that the reader's last turn opened, until the reader follows one of the links. */
export function OpenedLine({ book: { groupId, bookId }, opened }: Props) {
  const parts = (["notes", "questions", "messages"] as const).filter((part) => opened && opened[part] > 0);
  if (!opened || parts.length === 0) return null;
  return (
    <p className="opened-line">
      <Icon name="eye" />
      {texts.opened}
      {parts.map((part) => (
        <a key={part} href={openedPath(groupId, bookId, part === "messages" ? "talk" : part)}>
          {texts[part](opened[part])}
        </a>
      ))}
    </p>
  );
}
