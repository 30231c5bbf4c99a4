/** What the readers of a book share with its group. */
import { findReader, listSharingReaders, savePageSharing } from "../../../db/reading/readers.ts";
import type { SharingReader } from "../../contract/reading/readers.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { bookNotFound, found } from "../../errors.ts";

/** Those who share their page, the furthest first. @throws NotFound for outsiders */
export async function listReaders(
  { db }: Pick<Deps, "db">,
  viewer: User,
  bookId: string,
): Promise<SharingReader[]> {
  const { edition } = found(await findReader(db, viewer.id, bookId), bookNotFound);
  const readers = await listSharingReaders(db, viewer.id, { bookId, copy: edition });
  return readers.map(({ position: _, ...reader }) => reader);
}

/** A reader shares their page, or does not any more. @throws NotFound for outsiders */
export async function sharePage(
  { db, broadcast }: Pick<Deps, "db" | "broadcast">,
  reader: User,
  { bookId, shared }: { bookId: string; shared: boolean },
): Promise<void> {
  const { groupId } = found(await findReader(db, reader.id, bookId), bookNotFound);
  await savePageSharing(db, reader.id, { bookId, shared });
  broadcast.readersMoved({ groupId, bookId });
}
