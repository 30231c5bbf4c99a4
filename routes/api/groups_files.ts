import { Buffer } from "node:buffer";
import { assertMayImport, importArchive } from "../../server/actions/groups/archive_import.ts";
import { archiveImportTexts as texts } from "../../server/contract/groups/archive_import_texts.ts";
import type { ImportedGroup } from "../../server/contract/groups/archive_shapes.ts";
import { archive as limits } from "../../server/contract/groups/limits.ts";
import { BadRequest, Busy, TooLarge } from "../../server/errors.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { type IncomingFile, receiveFiles } from "../../server/http/upload.ts";

/** One archive at a time is in memory. Per process. */
let isReading = false;

/**
 * @param sent is told the username, also where the archive is refused.
 * @throws Forbidden, Busy, BadRequest without a file, and as `receiveFiles` and `importArchive`
 */
export async function receiveArchive(
  c: Ctx<SignedInEnv>,
  sent: (me?: string) => void = () => {},
): Promise<ImportedGroup> {
  const { deps, user } = c.var;
  assertMayImport(deps, user);
  if (isReading) throw new Busy(texts.busy);
  isReading = true;
  try {
    await deps.limiter.take("libraryImport", user.id);
    const { fields: { me }, files: [file] } = await receiveFiles(c, collect, { most: 1 });
    sent(me);
    if (!file?.length) throw new BadRequest(texts.noFile, "no_file");
    return await importArchive(deps, user, { file, me });
  } finally {
    isReading = false;
  }
}

/** In one piece, as it is read from its end. */
async function collect({ bytes, most }: IncomingFile): Promise<Buffer> {
  const file = Buffer.allocUnsafe(Math.min(most, limits.bytes));
  let size = 0;
  for await (const part of bytes) {
    if (size + part.length > file.length) throw new TooLarge(texts.tooLarge);
    file.set(part, size);
    size += part.length;
  }
  return file.subarray(0, size);
}
