/** Files are read in by a thread of their own: no parser keeps others waiting, and what hangs is ended. */
import { Worker } from "node:worker_threads";
import { epub as limits } from "../../contract/books/text_limits.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { BadRequest } from "../../errors.ts";
import type { ReadText, TextSink } from "./epub.ts";
import type { Answer, Heartbeat, Order } from "./epub_worker.ts";

export interface OpenText {
  title: string;
  /** Once. @throws BadRequest (`invalid_text`) for what cannot be read, ReadingFailed, and what the sink throws */
  read(sink: TextSink): Promise<ReadText>;
  close(): void;
  [Symbol.dispose](): void;
}

/** Something is wrong with the reading, not with the file: it is for the log, by the stack of where it happened. */
export class ReadingFailed extends Error {
  constructor(error: unknown) {
    super("a file could not be read for a reason of our own");
    const stack = error instanceof Error ? error.stack ?? error.message : String(error);
    this.stack = `${this.message}: ${stack}`;
  }
}

const ownWorker = new URL(import.meta.resolve("./epub_worker.ts"));

const refusal = (sentence: string) => new BadRequest(sentence, "invalid_text");

interface Options {
  stopped?: AbortSignal;
  worker?: URL;
  times?: Pick<typeof limits, "openWithin" | "readWithin" | "heartbeatWithin">;
}

/**
 * Refuses at once what can be seen at once; the rest is read on by `read`, until which the thread waits.
 *
 * @param file handed over to the thread: where it is the whole of its buffer, it is empty afterwards
 * @param stopped ends the thread, whatever it does
 * @throws BadRequest (`invalid_text`) with a sentence that says which part of the file is wrong; ReadingFailed
 */
export async function openText(
  file: Uint8Array<ArrayBuffer>,
  { stopped, worker = ownWorker, times = limits }: Options = {},
): Promise<OpenText> {
  const thread = new Thread(worker, times, stopped);
  try {
    const whole = file.byteLength === file.buffer.byteLength ? file : file.slice();
    const answer = await thread.ask({ open: whole.buffer }, [whole.buffer]);
    if (!("opened" in answer)) throw new ReadingFailed("no file was opened");
    return {
      title: answer.opened.title,
      read: (sink) => readOn(thread, sink).finally(() => thread.close()),
      close: () => thread.close(),
      [Symbol.dispose]: () => thread.close(),
    };
  } catch (error) {
    thread.close();
    throw error;
  }
}

async function readOn(thread: Thread, sink: TextSink): Promise<ReadText> {
  while (true) {
    const answer = await thread.ask({ next: true });
    if ("text" in answer) return answer.text;
    if ("part" in answer) await sink.part(answer.part);
    if ("picture" in answer) {
      await sink.picture({ number: answer.picture.number, bytes: new Uint8Array(answer.picture.bytes) });
    }
  }
}

class Thread {
  #worker: Worker;
  #started = Promise.withResolvers<void>();
  #waiting: PromiseWithResolvers<Answer> | undefined;
  #failure: Error | undefined;
  #end: ReturnType<typeof setTimeout> | undefined;
  /** From the first heartbeat on: how long the thread takes to start is for `openWithin`. */
  #silence: ReturnType<typeof setTimeout> | undefined;
  #times: NonNullable<Options["times"]>;
  #stopped: AbortSignal | undefined;
  #stop = () => this.#fail(this.#stopped!.reason);

  constructor(worker: URL, times: NonNullable<Options["times"]>, stopped?: AbortSignal) {
    this.#times = times;
    this.#worker = new Worker(worker, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heap.old, maxYoungGenerationSizeMb: limits.heap.young },
    });
    this.#worker.on("message", (message: Answer | Heartbeat) => {
      this.#started.resolve();
      if ("isWorking" in message) this.#expectHeartbeat();
      else this.#waiting?.resolve(message);
    });
    this.#worker.on("error", (error) => this.#fail(new ReadingFailed(error)));
    this.#stopped = stopped;
    if (stopped?.aborted) this.#stop();
    stopped?.addEventListener("abort", this.#stop);
  }

  /** The time in which the thread works counts, not that of its reader. */
  async ask(order: Order, transfer: ArrayBuffer[] = []): Promise<Answer> {
    if (this.#failure) throw this.#failure;
    this.#waiting = Promise.withResolvers();
    this.#end = setTimeout(
      () => this.#fail(refusal(texts.tooSlow)),
      "open" in order ? this.#times.openWithin : this.#times.readWithin,
    );
    if (!("open" in order)) this.#expectHeartbeat();
    // A message that comes before the thread listens may be lost.
    this.#started.promise.then(() => this.#worker.postMessage(order, transfer))
      .catch((error) => this.#fail(new ReadingFailed(error)));
    const answer = await this.#waiting.promise.finally(() => this.#rest());
    if ("refused" in answer) throw refusal(answer.refused);
    if ("failed" in answer) throw new ReadingFailed(answer.failed);
    return answer;
  }

  #expectHeartbeat(): void {
    clearTimeout(this.#silence);
    if (this.#waiting) {
      this.#silence = setTimeout(() => this.#fail(refusal(texts.tooSlow)), this.#times.heartbeatWithin);
    }
  }

  #rest(): void {
    this.#waiting = undefined;
    clearTimeout(this.#end);
    clearTimeout(this.#silence);
  }

  close(): void {
    this.#stopped?.removeEventListener("abort", this.#stop);
    this.#failure ??= new ReadingFailed("the thread was closed");
    this.#waiting?.reject(this.#failure);
    this.#waiting?.promise.catch(() => {});
    this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#waiting?.reject(error);
    this.#worker.terminate();
  }
}
