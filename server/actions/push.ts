import { deleteSubscription, insertSubscription } from "../../db/push.ts";
import type { Session } from "../auth/sessions.ts";
import type { NewPushSubscription } from "../contract/notices.ts";
import type { Deps } from "../deps.ts";

/**
 * Subscribes a browser to the notices of whoever is signed in there, until that session ends. @throws TooMany after too
 * many
 */
export async function subscribe(
  { db, clock, limiter }: Pick<Deps, "db" | "clock" | "limiter">,
  { hash, user }: Session,
  { endpoint, keys }: NewPushSubscription,
): Promise<void> {
  await limiter.take("push", user.id);
  await insertSubscription(db, { endpoint, ...keys, userId: user.id, sessionHash: hash, createdAt: clock() });
}

/** Ends the subscription of a browser. */
export async function unsubscribe({ db }: Pick<Deps, "db">, { user }: Session, endpoint: string): Promise<void> {
  await deleteSubscription(db, user.id, endpoint);
}
