import * as actions from "../../server/actions/push.ts";
import { NewPushSubscription, PushEndpoint } from "../../server/contract/notices.ts";
import { texts } from "../../server/contract/texts.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { json } from "../../server/http/validate.ts";

export const push = router();

push.get("/key", async (c) => c.json({ key: await c.var.deps.pusher.key() }));

push.post("/", signedIn, json(NewPushSubscription), async (c) => {
  await actions.subscribe(c.var.deps, c.var.session, c.req.valid("json"));
  return c.json({ message: texts.push.subscribed }, 201);
});

push.delete("/", signedIn, json(PushEndpoint), async (c) => {
  await actions.unsubscribe(c.var.deps, c.var.session, c.req.valid("json").endpoint);
  return c.json({ message: texts.push.unsubscribed });
});
