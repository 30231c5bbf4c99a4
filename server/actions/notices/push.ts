import { ECDH } from "node:crypto";
import { deleteSubscription, insertSubscription } from "../../../db/notices/push.ts";
import { NewPushSubscription, PushEndpoint } from "../../contract/notices/shapes.ts";
import { pushTexts } from "../../contract/notices/texts.ts";
import { validationServerTexts } from "../../contract/site/texts.ts";
import { Invalid } from "../../errors.ts";
import { operation } from "../../operation.ts";

export const subscribeToPush = operation({
  call: "POST /push",
  summary: "Subscribes a browser to notices, until the session ends that it is logged in by",
  access: "signedIn",
  takes: NewPushSubscription,
  status: 201,
  limit: "push",
  says: pushTexts.subscribed,
  async run({ deps: { db, clock }, session: { hash, user } }, { endpoint, keys }) {
    if (!isPublicKey(keys.p256dh)) throw new Invalid([{ path: "keys.p256dh", message: validationServerTexts.invalid }]);
    await insertSubscription(db, { endpoint, ...keys, userId: user.id, sessionHash: hash, createdAt: clock() });
  },
});

function isPublicKey(value: string): boolean {
  try {
    // Web Crypto's import takes points that are not on the curve.
    ECDH.convertKey(value, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

export const unsubscribeFromPush = operation({
  call: "DELETE /push",
  summary: "Ends the subscription of a browser",
  access: "signedIn",
  takes: PushEndpoint,
  says: pushTexts.unsubscribed,
  async run({ deps, user }, { endpoint }) {
    await deleteSubscription(deps.db, user.id, endpoint);
  },
});
