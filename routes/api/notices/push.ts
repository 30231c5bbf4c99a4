import * as actions from "../../../server/actions/notices/push.ts";
import { z } from "zod";
import { Done } from "../../../server/contract/site/answers_shared.ts";
import { described } from "../../../server/http/describe.ts";
import { NewPushSubscription, PushEndpoint } from "../../../server/contract/notices/notices.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";
import { pushTexts } from "../../../server/contract/notices/texts.ts";

export const push = router();

push.get(
  "/key",
  described("The public key for web push", { key: z.string() }),
  async (c) => c.json({ key: await c.var.deps.pusher.key() }),
);

push.post(
  "/",
  described("Subscribes a browser to notices", Done, { status: 201 }),
  signedIn,
  json(NewPushSubscription),
  async (c) => {
    await actions.subscribe(c.var.deps, c.var.session, c.req.valid("json"));
    return c.json({ message: pushTexts.subscribed }, 201);
  },
);

push.delete("/", described("Ends the subscription of a browser"), signedIn, json(PushEndpoint), async (c) => {
  await actions.unsubscribe(c.var.deps, c.var.session, c.req.valid("json").endpoint);
  return c.json({ message: pushTexts.unsubscribed });
});
