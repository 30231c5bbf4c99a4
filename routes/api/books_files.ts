import { assertMayBring, bringText } from "../../server/actions/books/bring_text.ts";
import { epub as limits } from "../../server/contract/books/limits.ts";
import type { Text } from "../../server/contract/books/text_shapes.ts";
import { textTexts as texts } from "../../server/contract/books/text_texts.ts";
import { textMemory } from "../../server/contract/site/limits.ts";
import { BadRequest } from "../../server/errors.ts";
import { openBodyMemory } from "../../server/http/body_memory.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { inOnePiece, inParts, receiveFiles } from "../../server/http/upload.ts";

/** Per process. */
const memory = openBodyMemory(textMemory);

/** @throws BadRequest without a file or leave to share it, and as `receiveFiles` and `bringText` */
export async function receiveText(c: Ctx<SignedInEnv>, bookId: string): Promise<Text> {
  const { deps, user } = c.var;
  await assertMayBring(deps, user, bookId);
  await deps.limiter.take("libraryImport", user.id);
  const store = inParts(limits.bytes, texts);
  const { fields, files } = await receiveFiles(c, store, { most: 1, memory, busy: texts.busy });
  const parts = files.pop();
  if (!parts?.length) throw new BadRequest(texts.noFile, "no_file");
  if (!["true", "on"].includes(fields.mayShare)) throw new BadRequest(texts.notMine, "may_not_share");
  return await bringText(deps, user, { bookId, file: await inOnePiece(parts) });
}
