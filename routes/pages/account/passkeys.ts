/** What the forms about passkeys post to. */
import { removePasskey, renamePasskey } from "../../../server/actions/account/passkeys.ts";
import { Reauthentication } from "../../../server/contract/account/auth.ts";
import { passkeyTexts as words } from "../../../server/contract/account/texts.ts";
import { PasskeyName } from "../../../server/contract/account/passkeys.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const passkeyForms = router();

const to = `${accountPaths.account}#passkeys`;

passkeyForms.post("/account/passkeys/:id/rename", signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: PasskeyName, fields: await readForm(c) },
    ({ name }) => renamePasskey(c.var.deps, c.var.user.id, { id: c.req.param("id"), name }),
  );
  return flashAndRedirect(c, outcome, { success: words.renamed, to });
});

passkeyForms.post("/account/passkeys/:id/remove", signedInPage, async (c) => {
  const id = c.req.param("id");
  const outcome = await runFormAction(
    c,
    { schema: Reauthentication, fields: await readForm(c) },
    (proof) => removePasskey(c.var.deps, c.var.session, { id, ...proof, caller: callerOf(c) }),
  );
  return flashAndRedirect(c, outcome, { success: `${words.removed} ${words.removedHint}`, to });
});
