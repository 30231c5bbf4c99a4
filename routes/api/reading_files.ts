import { Buffer } from "node:buffer";
import { beginImport, exportReadingList, type Importing } from "../../server/actions/reading/reading_list.ts";
import { readingList as limits } from "../../server/contract/reading/limits.ts";
import { readingLogTexts as texts } from "../../server/contract/reading/log_texts.ts";
import type { Imported, ImportStep } from "../../server/contract/reading/shapes.ts";
import { asAppError, BadRequest, TooLarge } from "../../server/errors.ts";
import { download } from "../../server/http/file_response.ts";
import { logFailure } from "../../server/http/request_log.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { type IncomingFile, receiveFiles } from "../../server/http/upload.ts";

type C = Ctx<SignedInEnv>;

/** @throws BadRequest without one, and as `receiveFiles` and `beginImport` */
export async function receiveList(c: C): Promise<Importing> {
  const { files: [file] } = await receiveFiles(c, collect, { most: 1 });
  if (!file) throw new BadRequest(texts.noFile, "no_file");
  return await beginImport(c.var.deps, c.var.user, file);
}

async function collect({ bytes, hold }: IncomingFile): Promise<Buffer[]> {
  const file: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > limits.importBytes) throw new TooLarge(texts.tooLarge);
    hold(chunk.length);
    file.push(Buffer.from(chunk));
  }
  return file;
}

export async function finished(importing: Importing): Promise<Imported> {
  for (;;) {
    const { done, value } = await importing.next();
    if (done) return value;
  }
}

export function sendSteps(c: C, importing: Importing): Response {
  const stepOf = async (): Promise<{ step: ImportStep; isLast: boolean }> => {
    try {
      const { done, value } = await importing.next();
      if (!done) return { step: value, isLast: false };
      return { step: { message: texts.imported(value), ...value }, isLast: true };
    } catch (error) {
      logFailure(c, error, "a list of books could not be imported");
      return { step: { error: asAppError(error).message }, isLast: true };
    }
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { step, isLast } = await stepOf();
      stream.enqueue(encoder.encode(`${JSON.stringify(step)}\n`));
      if (isLast) stream.close();
    },
    async cancel() {
      await importing.return({ added: 0, changed: 0, known: 0, refused: 0, lines: [], isCut: true });
    },
  });
  // Streamed, and not read whole to be compressed.
  const headers = { "Cache-Control": "private, no-store, no-transform", "Content-Type": "application/x-ndjson" };
  return new Response(body, { headers });
}

export const sendList = (c: C): Response =>
  download(c, { name: "library.csv", type: "text/csv", parts: exportReadingList(c.var.deps, c.var.user) });
