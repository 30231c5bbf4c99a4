/** The page of the link that was mailed to a new address. Opening it changes nothing: programs open links too. */
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { confirmEmail } from "../../../server/actions/account/account.ts";
import { accountTexts as words } from "../../../server/contract/account/texts.ts";
import { LinkToken } from "../../../server/contract/account/auth.ts";
import { runFormAction } from "../../../server/http/form.ts";
import { router } from "../../../server/http/router.ts";
import { type Page, page } from "../../layout/page.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const confirmEmailPage = router();

interface Shown {
  /** The address, once it is the account's. */
  changed?: string;
  error?: string;
}

const confirm = ({ changed, error }: Shown = {}): Page => ({
  title: words.email,
  description: words.confirmEmail,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <form method="post" className="card bookplate stack">
      <h1>{words.email}</h1>
      {error && <FormError text={error} />}
      {changed
        ? (
          <>
            <Notice kind="success">
              <p>{words.emailChanged(changed)}</p>
            </Notice>
            <LinkButton kind="primary" href={accountPaths.account}>{words.title}</LinkButton>
          </>
        )
        : (
          <>
            <p>{words.confirmEmail}</p>
            <Button type="submit" kind="primary">{words.useEmail}</Button>
          </>
        )}
    </form>
  ),
});

confirmEmailPage.get(accountPaths.confirmEmail, (c) => page(c, confirm()));

confirmEmailPage.post(accountPaths.confirmEmail, async (c) => {
  const fields = { token: c.req.query("token") ?? "" };
  const outcome = await runFormAction(c, { schema: LinkToken, fields }, ({ token }) => confirmEmail(c.var.deps, token));
  if (outcome.ok) return page(c, confirm({ changed: outcome.value }));
  const { status, headers, code, message } = outcome;
  const error = code === "invalid_input" ? words.invalidEmailLink : message;
  return page(c, { ...confirm({ error }), status, headers });
});
