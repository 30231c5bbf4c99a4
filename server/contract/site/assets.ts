/** The built files, by what pages need them for: paths of ours under hashed names. */
export interface Assets {
  script: string;
  /** What the script imports, */
  shared: string[];
  styles: Record<StyleName, Style>;
  /** By island: the chunks that work for it before it is hydrated, */
  first: Record<string, string[]>;
  /** and the further ones that hydrate it. */
  islands: Record<string, string[]>;
}

/** The style sheets: what any page may need, and what only some do. */
export const styleNames = [
  "main",
  "site-footer",
  "server-toast",
  "announcement",
  "auth-pages",
  "people-pages",
  "group-page",
  "message-marks",
  "group-script",
  "book-page",
  "books-add",
  "chat-files",
  "landing",
  "title-page",
  "notices-page",
  "together-page",
  "reading-log",
  "timer",
  "account-page",
  "about-page",
  "join-page",
  "operator-page",
  "report-page",
  "developers-page",
] as const;
export type StyleName = (typeof styleNames)[number];

export interface Style {
  href: string;
  /** What is in it, for a page whose browser does not have the file yet. */
  css: string;
}
