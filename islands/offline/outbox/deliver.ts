/** The outbox: what stores is in the page's first script, what sends is loaded when there is something to send. */
import type * as Outbox from "./sending.ts";
import { send } from "../../runtime/api.ts";
import { late } from "../../runtime/late.ts";
import { enqueue, type Item, type Options } from "./entries.ts";

/** Loads what sends. @throws where the script does not arrive */
export const loadOutbox: () => Promise<typeof Outbox> = late(() => import("./sending.ts"));

/**
 * Stores something and sends it. Where the browser stores nothing it is sent all the same.
 *
 * @returns the server's answer; undefined where it waits in the outbox
 * @throws ApiError
 */
export async function deliver<T>(item: Item & { call: { answer?: T } }, options?: Options): Promise<T | undefined> {
  const id = await enqueue(item, options).catch(console.warn);
  if (typeof id !== "number") return await send<T>(item.call);
  // What does not arrive now is loaded again with the next thing, or the next page.
  const outbox = await loadOutbox().catch(console.warn);
  return await outbox?.settle<T>(id, item.call.path);
}
