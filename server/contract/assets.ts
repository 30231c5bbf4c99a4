/** The built files, by what pages need them for: paths of ours under hashed names. */
export interface Assets {
  script: string;
  styles: Record<StyleName, Style>;
  /** By island: the chunks it wakes from. */
  islands: Record<string, string[]>;
}

/** The style sheets: what any page may need, and what only some do. */
export const styleNames = ["main", "auth-pages", "people-pages", "group-page", "landing"] as const;
export type StyleName = (typeof styleNames)[number];

export interface Style {
  href: string;
  /** What is in it, for a page whose browser does not have the file yet. */
  css: string;
}
