/** The page of the link that was mailed to a new address. Opening it changes nothing: programs open links too. */
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { confirmEmail } from "../../../server/actions/account/email.ts";
import { accountTexts as words } from "../../../server/contract/account/texts.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { router } from "../../../server/http/router.ts";
import { type Page, page } from "../../layout/page.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const confirmEmailPage = router();

interface Props {
  /** What is said once the address is the account's. */
  done?: string;
  error?: string;
}

const confirm = ({ done, error }: Props = {}): Page => ({
  title: words.email,
  description: words.confirmEmail,
  width: "narrow",
  styles: ["auth-pages"],
  body: (
    <form method="post" className="card bookplate stack">
      <h1>{words.email}</h1>
      {error && <FormError text={error} />}
      {done
        ? (
          <>
            <Notice kind="success">
              <p>{done}</p>
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

mountForm(confirmEmailPage, confirmEmail, {
  done: (c, { message }) => page(c, confirm({ done: message })),
  refused(c, { status, headers, code, message }) {
    const error = code === "invalid_input" ? words.invalidEmailLink : message;
    return page(c, { ...confirm({ error }), status, headers });
  },
});
