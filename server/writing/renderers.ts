import type { WrittenNode } from "../contract/site/written_shapes.ts";

export interface Formula {
  /** Null where it is wrong. */
  mathml: string | null;
  /** How many characters of its source are right. */
  wrongAt?: number;
}

/** What takes more code than the rest: a browser loads each when it is needed. */
export interface Renderers {
  /** @param source of TeX */
  formula: (source: string, options: { display: boolean }) => Formula;
  /** @returns undefined where it is shown without tokens */
  highlight: (code: string, language: string) => WrittenNode[] | undefined;
}
