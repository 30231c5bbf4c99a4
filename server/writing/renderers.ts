import type { WrittenNode } from "../contract/site/written_shapes.ts";

export interface Formula {
  mathml: string | null;
  wrongAt?: number;
}

/** What takes more code than the rest: a browser loads each when it is needed. */
export interface Renderers {
  /** @param source of TeX */
  formula: (source: string, options: { display: boolean }) => Formula;
  /** @returns undefined for languages that are not known */
  highlight: (code: string, language: string) => WrittenNode[] | undefined;
}
