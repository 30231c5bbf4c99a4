import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { textEnd } from "../../../../server/contract/reading/positions.ts";

interface Kept {
  groupId: string;
  bookId: string;
  title: string;
  characters: number;
  /** The part that the page shows, if it does. */
  part?: { from: number; next: number | null };
}

/**
 * Where a script offers to keep the text on this device (`islands/page/keep_text.ts`), and reads which part a page has
 * (`islands/offline/kept_texts.ts`): by its attributes, in this order.
 */
export const KeepText = ({ groupId, bookId, title, characters, part }: Kept) => (
  <div
    className="keep-text"
    hidden
    data-keep-text={bookId}
    data-from={part?.from}
    data-next={part && (part.next ?? "")}
    data-characters={characters}
    data-path={textPaths.read(groupId, bookId)}
    data-end={textEnd}
    data-title={title}
    data-own-script
  />
);
