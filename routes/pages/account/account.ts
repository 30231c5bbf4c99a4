/** What the forms about one's password, address and its visibility post to. */
import { changePassword, requestEmailChange } from "../../../server/actions/account/account.ts";
import { updateProfile } from "../../../server/actions/people/users.ts";
import { accountTexts as words } from "../../../server/contract/account/texts.ts";
import { EmailChange, PasswordChangeForm } from "../../../server/contract/account/auth.ts";
import { PrivacyForm } from "../../../server/contract/people/users.ts";
import { callerOf } from "../../../server/http/caller.ts";
import { flashAndRedirect, readForm, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { showAccount } from "./page.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const accountForms = router();

accountForms.post(accountPaths.changePassword, signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: PasswordChangeForm, fields: await readForm(c) },
    (form) => changePassword(c.var.deps, c.var.session, form, callerOf(c)),
  );
  if (!outcome.ok) return showAccount(c, "sign-in", { section: "password", fields: {}, refusal: outcome });
  return flashAndRedirect(c, outcome, { success: outcome.value, to: accountPaths.account });
});

accountForms.post(accountPaths.changeEmail, signedInPage, async (c) => {
  const { password, ...typed } = await readForm(c);
  const outcome = await runFormAction(
    c,
    { schema: EmailChange, fields: { ...typed, password } },
    (form) => requestEmailChange(c.var.deps, c.var.user, form, callerOf(c)),
  );
  if (!outcome.ok) return showAccount(c, "sign-in", { section: "email", fields: typed, refusal: outcome });
  return flashAndRedirect(c, outcome, { success: words.emailRequested, to: accountPaths.account });
});

accountForms.post(accountPaths.privacy, signedInPage, async (c) => {
  const outcome = await runFormAction(
    c,
    { schema: PrivacyForm, fields: await readForm(c) },
    (form) => updateProfile(c.var.deps, c.var.user, form),
  );
  return flashAndRedirect(c, outcome, { success: words.saved, to: accountPaths.accountTab("privacy") });
});
