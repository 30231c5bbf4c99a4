import type { PartRow } from "../../../../db/books/texts.ts";
import { Button } from "../../../../islands/ui/Button.tsx";
import { Icon } from "../../../../islands/ui/Icon.tsx";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { firstPageAfter, positionAtPlace } from "../../../../server/contract/books/text_places.ts";
import { readerTexts as words } from "../../../../server/contract/reading/reader_texts.ts";
import { placeLine } from "../../../../server/contract/reading/place_line.ts";
import { pageAt } from "../../../../server/contract/reading/positions.ts";
import type { TextOfPage } from "./text_of_page.ts";

/** What the page shows, and whether that is where its reader is. */
export interface Shown extends TextOfPage {
  part: PartRow;
  /** Where the part after it begins; null at the end. */
  next: number | null;
  isHere: boolean;
}

/** Where the reader is, going on means having read it; elsewhere it is a link. The script shows the one or the other. */
export function Turning({ groupId, bookId, part, next, isHere }: Shown) {
  const read = (at: number) => textPaths.read(groupId, bookId, at);
  return (
    <nav className="reader-turn" aria-label={words.turnNav}>
      <span>
        {part.previous !== null && (
          <a className="button button--quiet" rel="prev" href={read(part.previous)} data-text-previous={part.previous}>
            <Icon name="arrow-left" />
            {words.previous}
          </a>
        )}
      </span>
      <form method="post" action={textPaths.turn(groupId, bookId)} hidden={!isHere} data-text-turn={next ?? ""}>
        <input type="hidden" name="at" value={part.to} />
        <Button type="submit" kind="primary">{next === null ? words.finish : words.next}</Button>
      </form>
      {next !== null && (
        <span hidden={isHere} data-text-look>
          <a className="button button--quiet" rel="next" href={read(next)} data-text-next={next}>
            {words.next}
            <Icon name="arrow-right" />
          </a>
        </span>
      )}
    </nav>
  );
}

/** Where the reader is, or else where they look. */
export function WhereLine({ groupId, bookId, reader: { edition, position }, scale, part, isHere }: Shown) {
  const looked = positionAtPlace(scale, part.from);
  return (
    <div className="reader-where">
      <p className="muted" data-text-where>
        {isHere
          ? placeLine(pageAt(edition, position), position, edition.unit)
          : placeLine(firstPageAfter(edition, looked), looked, edition.unit)}
      </p>
      <div hidden={isHere} data-text-elsewhere>
        <p className="muted">{words.elsewhere}</p>
        <div className="cluster">
          <a className="button button--quiet" href={textPaths.here(groupId, bookId)}>{words.back}</a>
          <form method="post" action={textPaths.turn(groupId, bookId)} data-text-here>
            <input type="hidden" name="at" value={part.from} />
            <Button type="submit">{words.here}</Button>
          </form>
        </div>
      </div>
    </div>
  );
}
