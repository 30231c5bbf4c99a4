/** Who reads a book, as its group sees them: those who share the page that they are on. */
import type { PublicUser } from "../people/users.ts";

/** A member of the group who shares the page that they are on. */
export interface SharingReader {
  user: PublicUser;
  percent: number;
  /** In the viewer's copy. */
  page: number;
  /** Null before their first page. */
  lastReadAt: string | null;
  finishedAt: string | null;
}
