import { postMessage, readHistory } from "../../server/actions/chat.ts";
import { HistoryQuery, NewContent } from "../../server/contract/chat.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { json, query } from "../../server/http/validate.ts";

export const chat = router();

chat.get(
  "/:id/messages",
  signedIn,
  query(HistoryQuery),
  async (c) => c.json(await readHistory(c.var.deps, c.var.user, c.req.param("id"), c.req.valid("query"))),
);

chat.post("/:id/messages", signedIn, json(NewContent), async (c) => {
  const draft = { ...c.req.valid("json"), groupId: c.req.param("id") };
  return c.json({ message: await postMessage(c.var.deps, c.var.user, draft) }, 201);
});
