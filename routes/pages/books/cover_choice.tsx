import { Button } from "../../../islands/ui/Button.tsx";
import { Cover } from "../../../islands/ui/Cover.tsx";
import type { Book } from "../../../server/contract/books/shapes.ts";
import { shelfPaths } from "../../../server/contract/books/shelf_paths.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";

interface Props {
  book: Book;
  /** Those that were looked for. */
  found?: string[];
  /** What was chosen in a form that was refused. */
  chosen?: string;
}

/** A cover stays where none is chosen. */
export function CoverChoice({ book, found, chosen }: Props) {
  if (chosen !== undefined) return <input type="hidden" name="coverImage" value={chosen} />;
  if (!found) {
    return (
      <Button
        type="submit"
        name="covers"
        formMethod="get"
        formAction={shelfPaths.covers(book.groupId, book.id)}
        formNoValidate
      >
        {words.chooseCover}
      </Button>
    );
  }
  return (
    <fieldset className="choice-set shelf-covers">
      <legend className="field-label">{found.length > 0 ? words.cover : words.noCovers}</legend>
      {[...found, ""].map((coverImage, index) => (
        <label key={coverImage} className="shelf-cover">
          <input
            type="radio"
            name="coverImage"
            value={coverImage}
            aria-label={coverImage ? words.coverNumber(index + 1) : words.drawnCover}
          />
          <Cover book={{ ...book, coverImage: coverImage || null }} />
        </label>
      ))}
    </fieldset>
  );
}
