// deno-lint-ignore-file react-no-danger -- a part's HTML was made safe when the file was read in
import { getCookie, setCookie } from "hono/cookie";
import { findPart, findPicture } from "../../../../db/books/texts.ts";
import { Icon, type IconName } from "../../../../islands/ui/Icon.tsx";
import { turnPage } from "../../../../server/actions/reading/progress.ts";
import { setTextStyle } from "../../../../server/actions/reading/text_style.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { offsetAt, placeOf } from "../../../../server/contract/books/text_places.ts";
import { TextPartQuery } from "../../../../server/contract/books/text_shapes.ts";
import { markTexts } from "../../../../server/contract/notes/mark_texts.ts";
import { readerTexts as words } from "../../../../server/contract/reading/reader_texts.ts";
import { textEnd } from "../../../../server/contract/reading/positions.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import {
  asTextStyleCookie,
  knownTextStyle,
  readTextStyle,
  type TextStyle,
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
import { KeepText } from "./keep_text.tsx";
import { markedPart } from "./margin.tsx";
import { withOwnPlace } from "./own_place.ts";
import { StyleForm } from "./style_form.tsx";
import { textOfPage } from "./text_of_page.ts";
import { type Shown, Turning, WhereLine } from "./turning.tsx";

export const textPage = router();

textPage.get("/group/:id/books/:bookId/read", signedInPage, showText);

textPage.get("/group/:id/books/:bookId/pictures/:number{\\d{1,6}}", signedInPage, async (c) => {
  const { bookId, number } = c.req.param();
  const of = { bookId, number: Number(number) };
  const { bytes, hash } = found(await findPicture(c.var.deps.db, c.var.user.id, of), fileNotFound);
  return pictureResponse(c, bytes, `${hash}-${number}`);
});

async function showText(c: C): Promise<Response> {
  const ofPage = await textOfPage(c);
  if (ofPage instanceof Response) return ofPage;
  const { groupId, bookId, reader, text, own } = ofPage;
  const asked = c.req.query("at") === undefined ? undefined : TextPartQuery.safeParse(c.req.query()).data?.at;
  const part = (await findPart(c.var.deps.db, c.var.user.id, { bookId, place: asked ?? own }))!;
  const isHere = part.from <= own && (own < part.to || part.to >= textEnd);
  const next = part.to < textEnd ? part.to : null;
  const shown: Shown = { ...ofPage, part, next, isHere };
  const { html, beside, count } = await markedPart(c, ofPage, part);
  const isOpen = c.req.query("margin") !== undefined;
  const style = readTextStyle(getCookie(c, textStyleCookie));
  return await page(c, {
    title: `${sectionAt(shown) ?? words.begin} · ${reader.title}`,
    description: words.description,
    styles: ["text-page", "text-margin", "keep-text", ...isOpen ? ["text-late"] as const : []],
    lateStyles: isOpen ? [] : ["text-late"],
    quiet: true,
    paintedFrom: headId,
    body: (
      <div className="reader" {...textStyleAttributes(style)} data-text-reader={bookId} {...dataOf(shown)}>
        <ReaderHead shown={shown} style={style} count={count} />
        <div className="reader-body">
          <article
            className="reader-text"
            data-text-part
            lang={text.language ?? undefined}
            dir="auto"
            tabIndex={-1}
            dangerouslySetInnerHTML={{ __html: isHere ? withOwnPlace(html, offsetAt(text.characters, own)) : html }}
          />
          {beside}
        </div>
        <Turning {...shown} />
        <WhereLine {...shown} />
        <KeepText
          groupId={groupId}
          bookId={bookId}
          title={reader.title}
          characters={text.characters}
          part={{ from: part.from, next }}
        />
      </div>
    ),
  });
}

/** The text may be long: what has arrived of it is shown. */
const headId = "reader-head";

/** What the script goes on from. */
const dataOf = ({ groupId, bookId, text, own, part, isHere, reader: { edition } }: Shown) => ({
  "data-path": textPaths.read(groupId, bookId),
  "data-book": readingPaths.bookPage(groupId, bookId),
  "data-characters": text.characters,
  "data-points": text.points && JSON.stringify(text.points),
  "data-edition": JSON.stringify(edition),
  "data-own": own,
  "data-from": part.from,
  "data-to": part.to,
  "data-here": isHere ? "" : undefined,
});

interface HeadProps {
  shown: Shown;
  style: TextStyle;
  /** Of what is in the margin. */
  count: number;
}

function ReaderHead({ shown, style, count }: HeadProps) {
  const { groupId, bookId, reader, part } = shown;
  return (
    <header className="reader-head" id={headId}>
      <IconLink href={readingPaths.bookPage(groupId, bookId)} icon="arrow-left" label={reader.title} />
      <h1 data-text-section>
        <bdi>{sectionAt(shown) ?? reader.title}</bdi>
      </h1>
      {count > 0 && (
        <a
          className="icon-button text-count"
          href={textPaths.margin(groupId, bookId, part.from)}
          aria-label={markTexts.marginOf(count)}
        >
          {count}
        </a>
      )}
      <IconLink href={textPaths.contents(groupId, bookId)} icon="menu" label={words.contents} />
      <IconLink href={textPaths.search(groupId, bookId)} icon="search" label={words.search} />
      <StyleForm groupId={groupId} bookId={bookId} at={part.from} style={style} />
    </header>
  );
}

const IconLink = ({ href, icon, label }: { href: string; icon: IconName; label: string }) => (
  <a className="icon-button" href={href} aria-label={label} title={label}>
    <Icon name={icon} />
  </a>
);

/** The title of the section that the part is in, or begins. */
function sectionAt({ text: { sections, characters }, part }: Shown): string | undefined {
  // A heading is not the first character of its part where a page of the print begins before it.
  const near = part.from + placeOf(characters, 40);
  return sections.findLast(({ from }) => from <= near)?.title;
}

mountForm(textPage, turnPage, { path: "/group/:id/books/:bookId/read/turn", input: inTimeZone });
mountForm(textPage, setTextStyle, {
  done(c, _, { fields }) {
    const value = asTextStyleCookie(knownTextStyle(fields));
    setCookie(c, textStyleCookie, value, { path: "/", sameSite: "Lax", maxAge: 365 * 24 * 3600 });
  },
});
