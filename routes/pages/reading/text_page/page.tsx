// deno-lint-ignore-file react-no-danger -- a part's HTML was made safe when the file was read in
import { getCookie, setCookie } from "hono/cookie";
import { findPart, findPicture, nextOf, type PartRow } from "../../../../db/books/texts.ts";
import { Button } from "../../../../islands/ui/Button.tsx";
import { Icon } from "../../../../islands/ui/Icon.tsx";
import { turnPage } from "../../../../server/actions/reading/progress.ts";
import { setTextStyle } from "../../../../server/actions/reading/text_style.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { placeOf, positionAtPlace } from "../../../../server/contract/books/text_places.ts";
import { TextPartQuery } from "../../../../server/contract/books/text_shapes.ts";
import { readerTexts as words } from "../../../../server/contract/reading/reader_texts.ts";
import { placeName } from "../../../../server/contract/reading/places.ts";
import { pageAt, percentAt, textEnd } from "../../../../server/contract/reading/positions.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import {
  asTextStyleCookie,
  knownTextStyle,
  readTextStyle,
  textStyleAttributes,
  textStyleCookie,
} from "../../../../server/contract/reading/text_style.ts";
import { fileNotFound, found } from "../../../../server/errors.ts";
import { pictureResponse } from "../../../../server/http/file_response.ts";
import { mountForm } from "../../../../server/http/form_door.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { inTimeZone } from "../../../api/reading.ts";
import { type C, page } from "../../../layout/page.tsx";
import { marginOf } from "./margin.tsx";
import { KeepText } from "./keep_text.tsx";
import { StyleForm } from "./style_form.tsx";
import { type TextOfPage, textOfPage } from "./text_of_page.ts";

export const textPage = router();

textPage.get("/group/:id/books/:bookId/read", signedInPage, showText);

textPage.get("/group/:id/books/:bookId/pictures/:number{\\d{1,6}}", signedInPage, async (c) => {
  const { bookId, number } = c.req.param();
  const of = { bookId, number: Number(number) };
  const { bytes, hash } = found(await findPicture(c.var.deps.db, c.var.user.id, of), fileNotFound);
  return pictureResponse(c, bytes, `${hash}-${number}`);
});

/** What the page shows, and whether that is where its reader is. */
interface Shown extends TextOfPage {
  part: PartRow;
  isHere: boolean;
}

async function showText(c: C): Promise<Response> {
  const ofPage = await textOfPage(c);
  if (ofPage instanceof Response) return ofPage;
  const { groupId, bookId, reader, text, own } = ofPage;
  const asked = c.req.query("at") === undefined ? undefined : TextPartQuery.safeParse(c.req.query()).data?.at;
  const part = (await findPart(c.var.deps.db, c.var.user.id, { bookId, place: asked ?? own }))!;
  const isHere = part.from <= own && (own < part.to || part.to >= textEnd);
  const shown: Shown = { ...ofPage, part, isHere };
  const { html, beside } = await marginOf(c, ofPage, part);
  const style = readTextStyle(getCookie(c, textStyleCookie));
  return await page(c, {
    title: `${sectionAt(shown) ?? words.begin} · ${reader.title}`,
    description: words.description,
    styles: ["text-page", "text-margin"],
    lateStyles: ["keep-text"],
    body: (
      <div className="reader" {...textStyleAttributes(style)} data-text-reader={bookId} {...dataOf(shown)}>
        <header className="reader-head">
          <a
            className="icon-button"
            href={readingPaths.bookPage(groupId, bookId)}
            aria-label={reader.title}
            title={reader.title}
          >
            <Icon name="arrow-left" />
          </a>
          <h1 data-text-section>
            <bdi>{sectionAt(shown) ?? reader.title}</bdi>
          </h1>
          <a
            className="icon-button"
            href={textPaths.contents(groupId, bookId)}
            aria-label={words.contents}
            title={words.contents}
          >
            <Icon name="menu" />
          </a>
          <a
            className="icon-button"
            href={textPaths.search(groupId, bookId)}
            aria-label={words.search}
            title={words.search}
          >
            <Icon name="search" />
          </a>
          <StyleForm groupId={groupId} bookId={bookId} at={part.from} style={style} />
        </header>
        <div className="reader-body">
          <article
            className="reader-text"
            data-text-part
            lang={text.language ?? undefined}
            dir="auto"
            dangerouslySetInnerHTML={{ __html: html }}
          />
          {beside}
        </div>
        <Turning {...shown} />
        <WhereLine {...shown} />
        <KeepText {...shown} />
      </div>
    ),
  });
}

/** What the script goes on from. */
const dataOf = ({ groupId, bookId, text, own, part, reader: { edition } }: Shown) => ({
  "data-path": textPaths.read(groupId, bookId),
  "data-characters": text.characters,
  "data-points": text.points && JSON.stringify(text.points),
  "data-copy": JSON.stringify(edition),
  "data-own": own,
  "data-from": part.from,
  "data-to": part.to,
  "data-previous": part.previous ?? undefined,
});

/** The title of the section that the part is in, or begins. */
function sectionAt({ text: { sections, characters }, part }: Shown): string | undefined {
  // A heading is not the first character of its part where a page of the print begins before it.
  const near = part.from + placeOf(characters, 40);
  return sections.findLast(({ from }) => from <= near)?.title;
}

function Turning({ groupId, bookId, part, isHere }: Shown) {
  const next = nextOf(part);
  const read = (at: number) => textPaths.read(groupId, bookId, at);
  return (
    <nav className="reader-turn" aria-label={words.turnNav}>
      {part.previous !== null && (
        <a className="button button--quiet" rel="prev" href={read(part.previous)} data-text-previous>
          <Icon name="arrow-left" />
          {words.previous}
        </a>
      )}
      {isHere
        ? <TurnButton groupId={groupId} bookId={bookId} at={part.to} text={next === null ? words.finish : words.next} />
        : next !== null && (
          <a className="button button--quiet" rel="next" href={read(next)} data-text-next>
            {words.next}
            <Icon name="arrow-right" />
          </a>
        )}
    </nav>
  );
}

const TurnButton = ({ groupId, bookId, at, text }: { groupId: string; bookId: string; at: number; text: string }) => (
  <form method="post" action={textPaths.turn(groupId, bookId)}>
    <input type="hidden" name="at" value={at} />
    <Button type="submit" kind="primary">{text}</Button>
  </form>
);

function WhereLine({ groupId, bookId, reader: { edition, position }, scale, part, isHere }: Shown) {
  const shown = isHere ? position : positionAtPlace(scale, part.from);
  return (
    <div className="reader-where">
      <p className="muted" data-text-where>
        {placeName(pageAt(edition, shown), edition.unit)} · {percentAt(shown)}%
      </p>
      {!isHere && (
        <div data-text-elsewhere>
          <p className="muted">{words.elsewhere}</p>
          <div className="cluster">
            <a className="button button--quiet" href={textPaths.read(groupId, bookId)}>{words.back}</a>
            <form method="post" action={textPaths.turn(groupId, bookId)}>
              <input type="hidden" name="at" value={part.from} />
              <Button type="submit">{words.here}</Button>
            </form>
          </div>
        </div>
      )}
    </div>
  );
}

mountForm(textPage, turnPage, { path: "/group/:id/books/:bookId/read/turn", input: inTimeZone });
mountForm(textPage, setTextStyle, {
  done(c, _, { fields }) {
    const value = asTextStyleCookie(knownTextStyle(fields));
    setCookie(c, textStyleCookie, value, { path: "/", sameSite: "Lax", maxAge: 365 * 24 * 3600 });
  },
});
