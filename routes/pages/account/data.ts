/** The export of one's data, and what the forms about the account's deletion post to. */
import { z } from "zod";
import { sendExport } from "../../api/account/export.ts";
import { cancelDeletion, requestDeletion } from "../../../server/actions/account/deletion.ts";
import { DeletionRequest, Reauthentication } from "../../../server/contract/account/auth.ts";
import { deletionTexts } from "../../../server/contract/account/texts.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { showAccount } from "./page.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const dataForms = router();

// Whoever sent the form with an ended session gets here once they have logged in.
dataForms.get(accountPaths.exportAccount, signedInPage, (c) => c.redirect(accountPaths.accountTab("data"), 303));

dataForms.post(accountPaths.exportAccount, signedInPage, async (c) => {
  const fields = await readForm(c);
  const outcome = await runFormAction(c, { schema: Reauthentication, fields }, (proof) => sendExport(c, proof));
  if (outcome.ok) return outcome.value;
  return showAccount(c, "data", { section: "export", fields: {}, refusal: outcome });
});

dataForms.post(accountPaths.deleteAccount, signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: DeletionRequest, fields: await readForm(c) },
    ({ password }) => requestDeletion(c.var.deps, c.var.session, { password, caller: callerOf(c) }),
  );
  if (!outcome.ok) return showAccount(c, "data", { section: "deletion", fields: {}, refusal: outcome });
  return flashAndRedirect(c, outcome, { success: deletionTexts.asked, to: accountPaths.accountTab("data") });
});

dataForms.post(accountPaths.keepAccount, signedInPage, async (c) => {
  const keep = () => cancelDeletion(c.var.deps, c.var.session);
  const outcome = await runFormAction(c, { schema: z.unknown(), fields: undefined }, keep);
  return flashAndRedirect(c, outcome, { success: deletionTexts.kept, to: accountPaths.accountTab("data") });
});
