import type { Section } from "../../../../server/contract/books/text_shapes.ts";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { firstPageAfter, offsetAt, positionAtPlace } from "../../../../server/contract/books/text_places.ts";
import { readerTexts as words } from "../../../../server/contract/reading/reader_texts.ts";
import { placeName } from "../../../../server/contract/reading/places.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { type C, page } from "../../../layout/page.tsx";
import { BackLink, LinkRow } from "../../../layout/parts.tsx";
import { KeepText } from "./keep_text.tsx";
import { type TextOfPage, textOfPage } from "./text_of_page.ts";

export const textContents = router();

textContents.get("/group/:id/books/:bookId/read/contents", signedInPage, showContents);

async function showContents(c: C): Promise<Response> {
  const found = await textOfPage(c);
  if (found instanceof Response) return found;
  const { groupId, bookId, reader, text: { sections, characters } } = found;
  return await page(c, {
    title: `${words.contents} · ${reader.title}`,
    description: words.description,
    width: "narrow",
    styles: ["text-contents", "keep-text"],
    body: (
      <div className="text-contents">
        <BackLink href={textPaths.read(groupId, bookId)}>
          <bdi>{reader.title}</bdi>
        </BackLink>
        <h1>{words.contents}</h1>
        <LinkRow href={textPaths.here(groupId, bookId)} icon="book">{words.back}</LinkRow>
        {sections.length === 0 ? <p>{words.none}</p> : <Sections {...found} />}
        <LinkRow href={textPaths.search(groupId, bookId)} icon="search">{words.search}</LinkRow>
        <KeepText groupId={groupId} bookId={bookId} title={reader.title} characters={characters} />
      </div>
    ),
  });
}

function Sections(found: TextOfPage) {
  const { text: { sections }, own } = found;
  const current = sections.findLast(({ from }) => from <= own);
  return (
    <ol>
      {sections.map((section, n) => (
        <SectionItem key={n} section={section} found={found} isCurrent={section === current} />
      ))}
    </ol>
  );
}

function SectionItem({ section, found, isCurrent }: { section: Section; found: TextOfPage; isCurrent: boolean }) {
  const { groupId, bookId, scale, text, reader: { edition } } = found;
  const { title, level, from } = section;
  return (
    <li data-level={Math.min(level, 4)} aria-current={isCurrent ? "location" : undefined}>
      <a href={textPaths.block(groupId, bookId, { at: from, block: offsetAt(text.characters, from) })}>
        <bdi>{title}</bdi>
      </a>{" "}
      <span className="muted">
        {isCurrent ? words.now : placeName(firstPageAfter(edition, positionAtPlace(scale, from)), edition.unit)}
      </span>
    </li>
  );
}
