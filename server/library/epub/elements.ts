/** What is made of each element: parts have no other elements than are named here. */

/** What they are in goes on around them. */
export const groups = new Set(
  ("html body div section article header footer main nav hgroup center fieldset form details dialog address summary " +
    "legend p pre optgroup option search menu").split(" "),
);

/** The page has the only `h1`. */
export const headings = new Map(Object.entries({ h1: "h2", h2: "h3", h3: "h4", h4: "h5", h5: "h6", h6: "h6" }));

/** With what they must be directly in. */
export const wrappers = new Map<string, string[] | undefined>(Object.entries({
  blockquote: undefined,
  ul: undefined,
  ol: undefined,
  li: ["ul", "ol"],
  dl: undefined,
  dt: ["dl"],
  dd: ["dl"],
  figure: undefined,
  figcaption: ["figure"],
  aside: undefined,
  table: undefined,
  caption: ["table"],
  thead: ["table"],
  tbody: ["table"],
  tfoot: ["table"],
  tr: ["table", "thead", "tbody", "tfoot"],
  td: ["tr"],
  th: ["tr"],
}));

/** What is in them may be their own text. */
export const holders = new Set(["li", "dt", "dd", "figcaption", "caption", "td", "th"]);

/** What is directly in them is only other wrappers. */
export const structures = new Set(["ul", "ol", "dl", "table", "thead", "tbody", "tfoot", "tr"]);

export const inline = new Map(Object.entries({
  ...Object.fromEntries(
    ("em strong i b u s del ins sub sup small cite q abbr dfn code kbd samp var mark bdi bdo ruby rt rp").split(" ")
      .map((name) => [name, name]),
  ),
  acronym: "abbr",
  strike: "s",
  tt: "code",
  span: "span",
}));

/** With all that is in them. */
export const dropped = new Set(
  ("script style head template iframe frame frameset noframes embed param source track meta link base title input " +
    "datalist area map col colgroup progress meter applet basefont bgsound marquee portal slot").split(" "),
);

export const mathDropped = new Set(["annotation", "annotation-xml", "maction"]);

export const deepestWrapper = 12;
export const deepestInline = 12;
export const widestSpan = 100;

export const blocks = new Set([...wrappers.keys(), ...groups, ...headings.keys(), "hr"]);

/** What is itself, whatever it is said to be. */
export const things = new Set(["br", "wbr", "img", "audio", "video"]);
