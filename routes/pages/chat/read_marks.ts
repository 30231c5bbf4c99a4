/** What a reader has read of a group, and what of it they are notified of. */
import { markRead, setNotify } from "../../../server/actions/chat/read_marks.ts";
import { ReadPosition } from "../../../server/contract/chat/chat.ts";
import { NotifySetting } from "../../../server/contract/groups/groups.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { pageOfForm } from "../groups/addresses.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { noticePaths } from "../../../server/contract/notices/paths.ts";
import { chatServerTexts } from "../../../server/contract/chat/texts.ts";
import { mailSettingsServerTexts } from "../../../server/contract/notices/texts.ts";

export const reading = router();

reading.get("/group/:id/read", pageOfForm);

reading.post("/group/:id/read", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const outcome = await runFormAction(
    c,
    { schema: ReadPosition, fields: await readForm(c) },
    ({ seq }) => markRead(c.var.deps, c.var.user, { groupId, seq }),
  );
  return flashAndRedirect(c, outcome, { success: chatServerTexts.markedRead, to: groupPaths.group(groupId) });
});

// Its form is on the page of notices.
reading.get("/group/:id/notify", (c) => c.redirect(noticePaths.notices, 303));

reading.post("/group/:id/notify", signedInPage, async (c) => {
  const groupId = c.req.param("id");
  const outcome = await runFormAction(
    c,
    { schema: NotifySetting, fields: await readForm(c) },
    ({ level }) => setNotify(c.var.deps, c.var.user, { groupId, level }),
  );
  return flashAndRedirect(c, outcome, { success: mailSettingsServerTexts.saved, to: noticePaths.notices });
});
