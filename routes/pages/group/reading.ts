/** The form that marks a group as read. */
import { markRead } from "../../../server/actions/unread.ts";
import { ReadPosition } from "../../../server/contract/chat.ts";
import { paths } from "../../../server/contract/paths.ts";
import { texts } from "../../../server/contract/texts.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { pageOfForm } from "./addresses.ts";

export const reading = router();

reading.get("/group/:id/read", pageOfForm);

reading.post("/group/:id/read", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const outcome = await runFormAction(
    c,
    { schema: ReadPosition, fields: await readForm(c) },
    ({ seq }) => markRead(c.var.deps, c.var.user, { groupId, seq }),
  );
  return flashAndRedirect(c, outcome, { success: texts.chat.markedRead, to: paths.group(groupId) });
});
