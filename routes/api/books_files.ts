import { findPicture } from "../../db/books/texts.ts";
import { noConsent, requireMayBring, whyNoText } from "../../server/actions/books/texts.ts";
import { takeText } from "../../server/actions/books/text_reading.ts";
import { bringTexts as texts } from "../../server/contract/books/bring_texts.ts";
import { epub as limits } from "../../server/contract/books/limits.ts";
import type { Text } from "../../server/contract/books/text_shapes.ts";
import { BadRequest, Busy, NotFound } from "../../server/errors.ts";
import { archiveMemory } from "../../server/contract/site/limits.ts";
import { openBodyMemory } from "../../server/http/body_memory.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { inOnePiece, inParts, receiveFiles } from "../../server/http/upload.ts";

/** One file at a time is read in, others arrive in the meantime. Per process. */
let isReading = false;
const memory = openBodyMemory(archiveMemory);

/** @throws as `requireMayBring`, `receiveFiles` and `takeText`; BadRequest without a file or consent, Busy */
export async function receiveText(c: Ctx<SignedInEnv>): Promise<Text> {
  const { deps, user } = c.var;
  const bookId = c.req.param("bookId")!;
  await requireMayBring(deps, user, bookId);
  await deps.limiter.take("libraryImport", user.id);
  const { fields, files } = await receiveFiles(c, inParts(limits.bytes, texts), { most: 1, memory, busy: texts.busy });
  const parts = files.pop();
  if (!parts?.length) throw new BadRequest(texts.noFile, "no_file");
  if (fields.mayShare !== "true") throw noConsent();
  if (isReading) throw new Busy(texts.busy);
  isReading = true;
  const done = () => void (isReading = false);
  const file = await inOnePiece(parts);
  return await takeText(deps, user, { bookId, file: new Uint8Array(file.buffer) }, done);
}

/** Pictures never change: a text that is brought again is another one. */
export async function sendTextPicture(c: Ctx<SignedInEnv>): Promise<Response> {
  const { deps: { db }, user } = c.var;
  const bookId = c.req.param("bookId")!;
  const number = Number(c.req.param("number"));
  c.set("isSandboxed", true);
  const bytes = Number.isSafeInteger(number) ? await findPicture(db, user.id, { bookId, number }) : undefined;
  if (!bytes) {
    const why = await whyNoText(db, user, bookId);
    throw why.code === "book_not_found" ? why : new NotFound(texts.pictureNotFound, "picture_not_found");
  }
  return c.body(new Uint8Array(bytes), 200, {
    "Content-Type": "image/webp",
    "Content-Disposition": "inline",
    // For this reader alone, and by a book that another text may come to: not for ever.
    "Cache-Control": "private, max-age=3600, no-transform",
    "Vary": "Cookie, Authorization",
  });
}
