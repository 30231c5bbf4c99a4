import { Message, MessagePage } from "../../../server/contract/chat/answers_messages.ts";
import { described } from "../../../server/http/describe.ts";
import { listMessages } from "../../../db/chat/messages.ts";
import { postMessage } from "../../../server/actions/chat/post.ts";
import { HistoryQuery, NewContent } from "../../../server/contract/chat/chat.ts";
import { found, groupNotFound } from "../../../server/errors.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json, query } from "../../../server/http/validate.ts";

export const chat = router();

chat.get(
  "/:id/messages",
  described("A part of the messages, oldest first", MessagePage),
  signedIn,
  query(HistoryQuery),
  async (c) => {
    const page = await listMessages(c.var.deps.db, c.var.user.id, c.req.param("id"), c.req.valid("query"));
    return c.json(found(page, groupNotFound));
  },
);

chat.post(
  "/:id/messages",
  described("Sends a message", { message: Message }, { status: 201 }),
  signedIn,
  json(NewContent),
  async (c) => {
    const draft = { ...c.req.valid("json"), groupId: c.req.param("id") };
    return c.json({ message: await postMessage(c.var.deps, c.var.user, draft) }, 201);
  },
);
