/** A few meanings that books give by style alone: what is emphasised, set as verse, centred. */
import { epub as limits } from "../../contract/books/text_limits.ts";

/** Classes that parts can have; `static/css/reading/text.css` styles them. */
export const classes = {
  /** Lines of a poem. */
  verse: "verse",
  /** Blanks and line ends count. */
  pre: "pre",
  smallCaps: "small-caps",
  center: "center",
  right: "right",
  hanging: "hanging",
  /** A paragraph or item that began before. */
  goesOn: "goes-on",
  note: "note",
  noteRef: "noteref",
  back: "back",
  aside: "aside",
  epigraph: "epigraph",
  /** A mark of a printed page; its name is `data-page`. */
  page: "page",
} as const;

export type Meaning =
  | "verse"
  | "pre"
  | "small-caps"
  | "center"
  | "right"
  | "hanging"
  | "italic"
  | "bold"
  | "super"
  | "sub"
  | "hidden";

/** By `.class`, `tag` and `tag.class`. */
export type Styles = Map<string, Meaning[]>;

/** Only rules of one class or element are read. */
export function readStyles(css: string, styles: Styles): void {
  const source = css.slice(0, limits.styles.bytes).replaceAll(/\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g, "");
  let rules = 0;
  for (let at = 0; at < source.length && ++rules <= limits.styles.rules;) {
    const open = source.indexOf("{", at);
    const close = open < 0 ? -1 : source.indexOf("}", open);
    if (close < 0) return;
    if (/@(?:media|supports)\b/i.test(source.slice(at, open).slice(-1000))) {
      at = endOfGroup(source, open);
      continue;
    }
    const meanings = meaningsOf(source.slice(open + 1, close).slice(0, 2000));
    for (const selector of source.slice(at, open).slice(-1000).split(",")) {
      const simple = selector.trim().toLowerCase();
      const isKnown = /^(?:[a-z][a-z\d]*)?(?:\.[\w-]+)?$/.test(simple) && simple !== "";
      if (isKnown && meanings.length > 0 && styles.size < limits.styles.rules) styles.set(simple, meanings);
    }
    at = close + 1;
  }
}

/** Of rules for some devices only, which are none of this one's. */
function endOfGroup(source: string, open: number): number {
  let [depth, at] = [1, open + 1];
  for (; depth > 0 && at < source.length; at++) {
    if (source[at] === "{") depth++;
    else if (source[at] === "}") depth--;
  }
  return at;
}

const declarations: [RegExp, Meaning][] = [
  [/(?:^|;)\s*text-align\s*:\s*(?:center|-webkit-center)/i, "center"],
  [/(?:^|;)\s*text-align\s*:\s*(?:right|end)/i, "right"],
  [/(?:^|;)\s*font-variant(?:-caps)?\s*:\s*(?:all-)?small-caps/i, "small-caps"],
  [/(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)/i, "italic"],
  [/(?:^|;)\s*font-weight\s*:\s*(?:bold|[6-9]00)/i, "bold"],
  [/(?:^|;)\s*white-space\s*:\s*(?:pre|break-spaces)/i, "pre"],
  [/(?:^|;)\s*vertical-align\s*:\s*super/i, "super"],
  [/(?:^|;)\s*vertical-align\s*:\s*sub/i, "sub"],
  [/(?:^|;)\s*text-indent\s*:\s*-\s*(?:[1-9]|0?\.\d)/i, "hanging"],
  [/(?:^|;)\s*display\s*:\s*none/i, "hidden"],
];

export const meaningsOf = (declared: string): Meaning[] =>
  declarations.flatMap(([shape, meaning]) => shape.test(declared) ? [meaning] : []);

const named: [RegExp, Meaning][] = [
  [/^(?:verse|poem|poetry|stanza|strophe|linegroup|z3998-verse)\d*$/, "verse"],
  [/^(?:small-?caps?|sc|smcap)$/, "small-caps"],
  [/^(?:cent(?:er|re)(?:ed|d)?|text-center)$/, "center"],
  [/^(?:right|flush-?right|text-right|signature)$/, "right"],
  [/^(?:hang(?:ing)?(?:-?indent)?)$/, "hanging"],
];

/** What its classes mean, by the book's styles or else by their names. */
export function meaningsBy(
  { name, attributes }: { name: string; attributes: Map<string, string> },
  sheets: Styles[],
): Set<Meaning> {
  const found = (selector: string) => sheets.flatMap((styles) => styles.get(selector) ?? []);
  const meanings = new Set(found(name));
  const given = attributes.get("class")?.slice(0, 500).trim().toLowerCase();
  for (const own of given ? given.split(/\s+/).slice(0, limits.styles.names) : []) {
    const styled = [...found(`.${own}`), ...found(`${name}.${own}`)];
    const meant = styled.length > 0 ? styled : named.flatMap(([shape, meaning]) => shape.test(own) ? [meaning] : []);
    for (const meaning of meant) meanings.add(meaning);
  }
  const own = attributes.get("style");
  if (own) { for (const meaning of meaningsOf(own.slice(0, 2000))) meanings.add(meaning); }
  return meanings;
}
