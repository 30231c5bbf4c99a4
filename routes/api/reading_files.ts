import { beginImport, exportReadingList, type Importing } from "../../server/actions/reading/reading_list.ts";
import { readingList as limits } from "../../server/contract/reading/limits.ts";
import { readingLogTexts as texts } from "../../server/contract/reading/log_texts.ts";
import type { Imported, ImportStep } from "../../server/contract/reading/shapes.ts";
import { asAppError } from "../../server/errors.ts";
import { download } from "../../server/http/file_response.ts";
import { logFailure } from "../../server/http/request_log.ts";
import type { Ctx, SignedInEnv } from "../../server/http/router.ts";
import { receiveFile } from "../../server/http/upload.ts";

type C = Ctx<SignedInEnv>;

/** @throws as `receiveFile` and `beginImport` */
export async function receiveList(c: C): Promise<Importing> {
  const file = await receiveFile(c, { bytes: limits.importBytes, texts });
  return await beginImport(c.var.deps, c.var.user, file);
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
