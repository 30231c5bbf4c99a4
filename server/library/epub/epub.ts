import type { PrintPage, Section } from "../../contract/books/text_shapes.ts";

export { openText } from "./thread.ts";

/** What a file turned out to be. Places are from 0 to 10⁹, by characters. */
export interface ReadText {
  title: string;
  /** BCP 47. */
  language: string | null;
  characters: number;
  sections: Section[];
  printPages: PrintPage[] | null;
}

export interface ReadPart {
  number: number;
  fromPlace: number;
  toPlace: number;
  html: string;
  plain: string;
}

/** WebP. */
export interface ReadPicture {
  number: number;
  bytes: Uint8Array;
}

/** Takes what is read in, one after the other: each is waited for. */
export interface TextSink {
  part(part: ReadPart): Promise<void>;
  picture(picture: ReadPicture): Promise<void>;
}
