import * as editions from "../../../db/reading/copies.ts";
import { v7 as uuid } from "uuid";
import { findReader } from "../../../db/reading/readers.ts";
import type { NewEdition } from "../../contract/reading/editions.ts";
import type { Edition } from "../../contract/reading/positions.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, found } from "../../errors.ts";
import { copyTexts } from "../../contract/reading/texts.ts";

type Parts = Pick<Deps, "db" | "limiter">;

/** A reader's copy of a book; null for the book's own pages. @throws NotFound to an outsider */
export async function readEdition({ db }: Pick<Deps, "db">, user: User, bookId: string): Promise<Edition | null> {
  const { editionId, edition } = found(await findReader(db, user.id, bookId), bookNotFound);
  return editionId === null ? null : edition;
}

/**
 * Stores which copy a reader has. Their place in the text stays; the number of their page is the copy's from now on.
 *
 * @throws NotFound unless the reader is a member of the book's group, TooMany, BadRequest where the book has too many
 * kinds of copies
 */
export async function setEdition(
  { db, limiter }: Parts,
  user: User,
  { bookId, unit, pageCount }: NewEdition & { bookId: string },
): Promise<Edition | null> {
  const book = found(await findReader(db, user.id, bookId), bookNotFound);
  await limiter.take("copies", user.id);
  const isBooks = unit === "pages" && pageCount === book.pageCount;
  const edition = isBooks ? null : { id: uuid(), unit, pageCount };
  if (!await editions.setEdition(db, user.id, { bookId, edition })) {
    throw new BadRequest(copyTexts.tooMany, "too_many_copies");
  }
  return await readEdition({ db }, user, bookId);
}
