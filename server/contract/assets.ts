/** The built files, by what pages need them for: paths of ours under hashed names. */
export interface Assets {
  script: string;
  style: string;
  /** By island: the chunks it wakes from. */
  islands: Record<string, string[]>;
}
