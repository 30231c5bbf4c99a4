import { Buffer } from "node:buffer";
import { importFile } from "../../server/actions/notes/highlights.ts";
import { importTexts as texts } from "../../server/contract/notes/import_texts.ts";
import { highlights as limits } from "../../server/contract/notes/limits.ts";
import type { ImportedHighlights } from "../../server/contract/notes/shapes.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { receiveFile } from "../../server/http/upload.ts";

/** @throws as `receiveFile` and `importFile` */
export async function receiveHighlights(c: Ctx<SignedInEnv>): Promise<ImportedHighlights> {
  const file = await receiveFile(c, { bytes: limits.importBytes, texts });
  return await importFile(c.var.deps, c.var.user, Buffer.concat(file));
}
