import { assertMayImport, importArchive } from "../../server/actions/groups/archive_import.ts";
import { archiveImportTexts as texts } from "../../server/contract/groups/archive_import_texts.ts";
import type { ImportedGroup } from "../../server/contract/groups/archive_shapes.ts";
import { archive as limits } from "../../server/contract/groups/limits.ts";
import { archiveMemory } from "../../server/contract/site/limits.ts";
import { BadRequest, Busy } from "../../server/errors.ts";
import { openBodyMemory } from "../../server/http/body_memory.ts";
import { idempotencyKey } from "../../server/http/form.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { inOnePiece, inParts, receiveFiles } from "../../server/http/upload.ts";

/** One archive at a time is read, others arrive in the meantime. Per process. */
let isReading = false;
const memory = openBodyMemory(archiveMemory);

/**
 * @param sent receives the username, also where the archive is refused.
 * @throws Forbidden, Busy, BadRequest without a file, and as `receiveFiles` and `importArchive`
 */
export async function receiveArchive(
  c: Ctx<SignedInEnv>,
  sent: (me?: string) => void = () => {},
): Promise<ImportedGroup> {
  const { deps, user } = c.var;
  assertMayImport(deps, user);
  if (isReading) throw new Busy(texts.busy);
  await deps.limiter.take("libraryImport", user.id);
  const store = inParts(limits.bytes, texts);
  const { fields, files } = await receiveFiles(c, store, { most: 1, memory, busy: texts.busy });
  const { me } = fields;
  sent(me);
  const parts = files.pop();
  if (!parts?.length) throw new BadRequest(texts.noFile, "no_file");
  if (isReading) throw new Busy(texts.busy);
  isReading = true;
  try {
    const file = await inOnePiece(parts);
    const id = idempotencyKey(fields, `${user.id} ${me} ${file.length}`);
    return await importArchive(deps, user, { file, me, id });
  } finally {
    isReading = false;
  }
}
