import { Buffer } from "node:buffer";
import { importFile } from "../../server/actions/notes/highlights.ts";
import { importTexts as texts } from "../../server/contract/notes/import_texts.ts";
import { highlights as limits } from "../../server/contract/notes/limits.ts";
import type { ImportedHighlights } from "../../server/contract/notes/shapes.ts";
import { BadRequest, TooLarge } from "../../server/errors.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { type IncomingFile, receiveFiles } from "../../server/http/upload.ts";

/** @throws BadRequest without a file, and as `receiveFiles` and `importFile` */
export async function receiveHighlights(c: Ctx<SignedInEnv>): Promise<ImportedHighlights> {
  const { files: [file] } = await receiveFiles(c, collect, { most: 1 });
  if (!file?.length) throw new BadRequest(texts.noFile, "no_file");
  return await importFile(c.var.deps, c.var.user, file);
}

async function collect({ bytes, hold }: IncomingFile): Promise<Buffer> {
  const file: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limits.importBytes) throw new TooLarge(texts.tooLarge);
    hold(chunk.length);
    file.push(Buffer.from(chunk));
  }
  return Buffer.concat(file);
}
