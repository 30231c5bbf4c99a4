/** Work that blocks its thread for as long as it takes: one job and one outcome, in a thread of its own. */
/// <reference lib="deno.worker" />

type Outcome<Result> = { result: Result } | { failure: string; code?: string };

/**
 * Runs a module's job in a thread.
 *
 * @param module its address; it calls `answerJob`
 * @param stopped ends the thread, whatever it does
 * @throws Error with the message and code of the failure
 */
export async function inThread<Result>(module: string, job: unknown, stopped?: AbortSignal): Promise<Result> {
  const thread = new Worker(module, { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  thread.onmessage = ({ data }: MessageEvent<Outcome<Result>>) =>
    "result" in data ? resolve(data.result) : reject(Object.assign(new Error(data.failure), { code: data.code }));
  thread.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  const stop = () => reject(stopped!.reason);
  if (stopped?.aborted) stop();
  stopped?.addEventListener("abort", stop);
  thread.postMessage(job);
  return await promise.finally(() => {
    stopped?.removeEventListener("abort", stop);
    thread.terminate();
  });
}

/** In the thread: does the job that it is given. */
export function answerJob<Job, Result>(work: (job: Job) => Promise<Result>): void {
  addEventListener("message", async ({ data }: MessageEvent<Job>) => {
    const outcome: Outcome<Result> = await work(data).then((result) => ({ result }), asFailure);
    postMessage(outcome);
  });
}

const asFailure = (error: unknown) => ({
  failure: error instanceof Error ? error.message : String(error),
  code: (error as { code?: string }).code,
});
