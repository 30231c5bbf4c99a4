import { v7 as uuid } from "uuid";
import * as copies from "../../../db/reading/copies.ts";
import { findReader } from "../../../db/reading/readers.ts";
import type { User } from "../../contract/people/shapes.ts";
import { NewCopy } from "../../contract/reading/input_shapes.ts";
import { toBookPage } from "../../contract/reading/paths.ts";
import { Copy } from "../../contract/reading/shapes.ts";
import { copyTexts } from "../../contract/reading/texts.ts";
import type { Deps } from "../../deps.ts";
import { BadRequest, bookNotFound, found } from "../../errors.ts";
import { operation } from "../../operation.ts";

export async function readerCopy({ db }: Deps, user: User, bookId: string): Promise<Copy | null> {
  const { editionId, edition } = found(await findReader(db, user.id, bookId), bookNotFound);
  return editionId === null ? null : edition;
}

export const setCopy = operation({
  call: "PUT /books/:bookId/edition",
  summary: "Sets the caller's copy",
  access: "member",
  takes: NewCopy,
  gives: { edition: Copy.nullable() },
  says: copyTexts.saved,
  limit: "copies",
  fails: { 400: ["too_many_copies"], 404: ["book_not_found"] },
  form: { path: "/group/:id/books/:bookId/edition", to: toBookPage("copy") },
  async run({ deps, user, params: { bookId } }, { unit, pageCount }) {
    const book = found(await findReader(deps.db, user.id, bookId), bookNotFound);
    const isBooks = unit === "pages" && pageCount === book.pageCount;
    const copy = isBooks ? null : { id: uuid(), unit, pageCount };
    if (!await copies.setCopy(deps.db, user.id, { bookId, copy })) {
      throw new BadRequest(copyTexts.tooMany, "too_many_copies");
    }
    return { edition: await readerCopy(deps, user, bookId) };
  },
});
