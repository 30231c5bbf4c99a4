import type { z } from "zod";
import { postMessage } from "../../../server/actions/chat.ts";
import { NewContent } from "../../../server/contract/chat.ts";
import { paths } from "../../../server/contract/paths.ts";
import { idempotencyKey, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { pageOfForm } from "./addresses.ts";
import { showGroup } from "./page.tsx";

export const messages = router();

messages.get("/group/:id/messages", pageOfForm);

messages.post("/group/:id/messages", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const fields = await readForm(c);
  let clientId: string | undefined;
  const post = ({ content, replyTo }: z.infer<typeof NewContent>) => {
    clientId = idempotencyKey(fields, content);
    return postMessage(c.var.deps, c.var.user, { content, replyTo, groupId, clientId: clientId ?? null });
  };
  const outcome = await runFormAction(c, { schema: NewContent, fields }, post);
  if (outcome.ok) return c.redirect(paths.group(groupId), 303);
  return await showGroup(c, groupId, { refusal: outcome, sent: fields, message: { typed: fields.content, clientId } });
});
