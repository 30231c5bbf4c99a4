import { ECDH } from "node:crypto";
import { deleteSubscription, insertSubscription } from "../../../db/notices/push.ts";
import type { Session } from "../../auth/sessions.ts";
import type { NewPushSubscription } from "../../contract/notices/notices.ts";
import type { Deps } from "../../deps.ts";
import { Invalid } from "../../errors.ts";
import { validationServerTexts } from "../../contract/site/texts.ts";

/**
 * Subscribes a browser to the notices of the person who is signed in there, until that session ends.
 *
 * @throws Invalid where nothing could be encrypted for it, TooMany after too many
 */
export async function subscribe(
  { db, clock, limiter }: Pick<Deps, "db" | "clock" | "limiter">,
  { hash, user }: Session,
  { endpoint, keys }: NewPushSubscription,
): Promise<void> {
  await limiter.take("push", user.id);
  if (!isPublicKey(keys.p256dh)) throw new Invalid([{ path: "keys.p256dh", message: validationServerTexts.invalid }]);
  await insertSubscription(db, { endpoint, ...keys, userId: user.id, sessionHash: hash, createdAt: clock() });
}

/** Whether base64url is a point of P-256, uncompressed. */
function isPublicKey(value: string): boolean {
  try {
    // Web Crypto's import takes points that are not on the curve.
    ECDH.convertKey(value, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

/** Ends the subscription of a browser. */
export async function unsubscribe({ db }: Pick<Deps, "db">, { user }: Session, endpoint: string): Promise<void> {
  await deleteSubscription(db, user.id, endpoint);
}
