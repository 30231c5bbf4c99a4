import { withTimeout } from "../../db/engine/timing.ts";
import { noConsent, requireMayBring } from "../../server/actions/books/texts.ts";
import { takeText } from "../../server/actions/books/text_reading.ts";
import { bringTexts as texts } from "../../server/contract/books/bring_texts.ts";
import { arriving, epub as limits, textMemory } from "../../server/contract/books/text_limits.ts";
import type { Text } from "../../server/contract/books/text_shapes.ts";
import { BadRequest, Busy } from "../../server/errors.ts";
import { openBodyMemory } from "../../server/http/body_memory.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { inOnePiece, inParts, receiveFiles } from "../../server/http/upload.ts";

/** One file at a time is read in, others arrive in the meantime and wait. Per process. */
let last: Promise<unknown> = Promise.resolve();
const memory = openBodyMemory(textMemory);

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
  const done = await turnToRead(c);
  const file = await inOnePiece(parts).catch((error) => {
    done();
    throw error;
  });
  return await takeText(deps, user, { bookId, file: new Uint8Array(file.buffer) }, done);
}

/** What has arrived over a slow line is not sent again for what others wait a few seconds. @returns what ends it */
async function turnToRead({ env: { outgoing } }: Ctx<SignedInEnv>): Promise<() => void> {
  const before = last;
  const { promise, resolve: done } = Promise.withResolvers<void>();
  last = before.then(() => promise);
  // What a sender who has gone has sent counts no more: it is not to be held either.
  const gone = new Promise<false>((resolve) => outgoing.once("close", () => resolve(false)));
  const isFree = !outgoing.destroyed &&
    await withTimeout(arriving.turn, Promise.race([before.then(() => true), gone]));
  if (isFree) return done;
  done();
  throw new Busy(texts.busy);
}
