/** The outbox, loaded when something is put into it. */
import { call } from "./api.ts";
import type * as Outbox from "./outbox/mod.ts";

/** @throws where the script does not arrive */
export const loadOutbox = (): Promise<typeof Outbox> => import("./outbox/mod.ts");

/**
 * Stores something and sends it. Where the browser stores nothing it is sent all the same.
 *
 * @returns the server's answer; undefined where it waits in the outbox
 * @throws ApiError
 */
export async function deliver<T>(item: Outbox.Item, options?: Outbox.Options): Promise<T | undefined> {
  let id: number | undefined;
  const outbox = await loadOutbox().catch(console.warn);
  if (outbox) id = await outbox.enqueue(item, options).catch(console.warn) ?? undefined;
  const { method, path, body } = item.call;
  return id === undefined ? await call<T>(method, path, body) : await outbox!.settle<T>(id, path);
}
