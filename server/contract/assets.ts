/** The built files, by what pages need them for: paths of ours under hashed names. */
export interface Assets {
  script: string;
  style: string;
  /** What is in the style sheet, for a page whose browser does not have the file yet. */
  css: string;
  /** What the landing page needs beside: short enough to come with it each time. */
  landingCss: string;
  /** By island: the chunks it wakes from. */
  islands: Record<string, string[]>;
}
