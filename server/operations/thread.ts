import type { Job, Outcome } from "./worker.ts";

/** @param stopped ends the thread, whatever it does. @throws Error with the message and code of the failure */
export async function inThread(job: Job, stopped?: AbortSignal): Promise<unknown> {
  const thread = new Worker(import.meta.resolve("./worker.ts"), { type: "module" });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  thread.onmessage = ({ data }: MessageEvent<Outcome>) =>
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
