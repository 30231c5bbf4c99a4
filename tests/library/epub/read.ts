/** Reads a file in as the thread does, and looks at all that comes of it. */
import assert from "node:assert/strict";
import { type DefaultTreeAdapterTypes as Nodes, parseFragment } from "parse5";
import { epub as limits } from "../../../server/contract/books/text_limits.ts";
import { placeOf } from "../../../server/contract/books/text_places.ts";
import { textEnd } from "../../../server/contract/reading/positions.ts";
import type { ReadPart, ReadPicture, ReadText } from "../../../server/library/epub/epub.ts";
import { openPublication } from "../../../server/library/epub/publication.ts";
import { Refusal } from "../../../server/library/epub/refusal.ts";
import { type Book, epubOf } from "../../support/epubs.ts";

interface Result {
  text: ReadText;
  parts: ReadPart[];
  pictures: ReadPicture[];
  html: string;
}

export async function readFile(file: Uint8Array): Promise<Result> {
  const publication = await openPublication(file);
  const [parts, pictures]: [ReadPart[], ReadPicture[]] = [[], []];
  const reading = publication.read();
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) {
    if ("part" in next.value) parts.push(next.value.part);
    else pictures.push(next.value.picture);
  }
  const text = next.value;
  checkParts(text, parts);
  return { text, parts, pictures, html: parts.map(({ html }) => html).join("") };
}

export const readBook = (book: Book): Promise<Result> => readFile(epubOf(book));
export const htmlOf = async (...chapters: string[]): Promise<string> => (await readBook({ chapters })).html;

/** The sentence that refuses it; undefined where it is read, safely. */
export async function refusalOf(file: Uint8Array): Promise<string | undefined> {
  try {
    await readFile(file);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

const tags = new Set(
  ("p h2 h3 h4 h5 h6 pre hr blockquote ul ol li dl dt dd figure figcaption aside table caption thead tbody tfoot tr td " +
    "th em strong i b u s del ins sub sup small cite q abbr dfn code kbd samp var mark bdi bdo ruby rt rp span a br wbr " +
    "img math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder " +
    "mover munderover mmultiscripts mprescripts mtable mtr mtd semantics none").split(" "),
);

const language = /^[a-zA-Z]{2,8}(-[a-zA-Z\d]{1,8})*$/;
const attributes: Record<string, RegExp> = {
  id: /^c\d+$/,
  class: /^(?:(?:verse|pre|small-caps|center|right|hanging|goes-on|note|noteref|back|aside|epigraph|page)(?: |$))+$/,
  lang: language,
  dir: /^(?:ltr|rtl|auto)$/,
  href: /^(?:\?at=\d{1,10}#c\d+|https?:\/\/.*)$/s,
  rel: /^nofollow noopener noreferrer$/,
  role: /^doc-(?:noteref|backlink|footnote)$/,
  "aria-label": /^Back$/,
  "data-page": /^[^<>]{1,20}$/,
  src: /^pictures\/\d+$/,
  alt: /^[^\0]*$/,
  title: /^[^\0]*$/,
  width: /^(?:\d+|[\d.]+em)$/,
  height: /^\d+$/,
  loading: /^lazy$/,
  type: /^[1aAiI]$/,
  value: /^-?\d+$/,
  reversed: /^$/,
  scope: /^(?:row|col)$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  ...Object.fromEntries(
    ("display mathvariant displaystyle scriptlevel stretchy fence separator largeop movablelimits accent accentunder " +
      "form lspace rspace linethickness columnspan").split(" ").map((name) => [name, /^[\w.+-]{1,30}$/]),
  ),
};

const hasIds = (node: Nodes.ChildNode): boolean =>
  "attrs" in node && (node.attrs.some(({ name }) => name === "id") || node.childNodes.some(hasIds));

/** That parts follow each other, hold nothing but what is allowed, and each block says where it is. */
function checkParts(text: ReadText, parts: ReadPart[]): void {
  assert.ok(parts.length > 0);
  let [offset, place] = [0, 0];
  for (const [n, part] of parts.entries()) {
    assert.equal(part.number, n);
    assert.equal(part.fromPlace, place);
    assert.equal(part.fromPlace, placeOf(text.characters, offset));
    assert.ok(new TextEncoder().encode(part.html).length <= limits.part + 2000, "a part is too large");
    let plain = "";
    let isWithin = false;
    let isRepeated = false;
    const visit = (node: Nodes.ChildNode): void => {
      if ("value" in node) {
        if (isRepeated) return;
        if (!isWithin) assert.match(node.value, /^\s*$/, "text outside of a block");
        else plain += node.value;
        return;
      }
      assert.ok("tagName" in node, "neither text nor element");
      assert.ok(tags.has(node.tagName), `<${node.tagName}>`);
      for (const { name, value } of node.attrs) {
        assert.ok(Object.hasOwn(attributes, name), `${node.tagName} ${name}`);
        assert.match(value, attributes[name], `${node.tagName} ${name}="${value}"`);
      }
      const id = node.attrs.find(({ name }) => name === "id")?.value;
      if (id === undefined) {
        const isHead = node.tagName === "thead" && offset > 0 && plain === "" && !hasIds(node);
        isRepeated ||= isHead;
        node.childNodes.forEach(visit);
        if (isHead) isRepeated = false;
        return;
      }
      assert.ok(!isWithin, "a block within a block");
      assert.equal(id, `c${offset + plain.length}`);
      isWithin = true;
      node.childNodes.forEach(visit);
      isWithin = false;
      plain += "\n";
    };
    // HTML leaves out the first line end of `pre`, and an empty line before it stays.
    parseFragment(part.html).childNodes.forEach(visit);
    assert.equal(plain, part.plain);
    assert.doesNotMatch(part.html.replaceAll(/<\/?[a-z][^<>]*>/g, ""), /</);
    offset += plain.length;
    place = part.toPlace;
  }
  assert.equal(place, textEnd);
  assert.equal(offset, text.characters);
  for (const { from } of [...text.sections, ...text.printPages ?? []]) assert.ok(from >= 0 && from <= textEnd);
}
