/** The built files, by what pages need them for: paths of ours under hashed names. */
export interface Assets {
  script: string;
  /** What the script imports, */
  shared: string[];
  style: string;
  /** What is in the style sheet, for a page whose browser does not have the file yet. */
  css: string;
  /** What the landing page needs beside: short enough to come with it each time. */
  landingCss: string;
  /** By island: the chunks that work for it before it is hydrated, */
  first: Record<string, string[]>;
  /** and the further ones that hydrate it. */
  islands: Record<string, string[]>;
}
