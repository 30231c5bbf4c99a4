import type { EditionUnit } from "../../server/contract/reading/positions.ts";

/** The open page, whose shared notes are wanted. */
export interface MarginPlace {
  groupId: string;
  readerId: string;
  bookId: string;
  /** In the reader's copy. */
  page: number;
  /** How that counts. */
  unit: EditionUnit;
  /** Changes when what the reader may see has: they have read on. */
  version: string | undefined;
}
