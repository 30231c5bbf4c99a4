/** The page that says why signing in with an account elsewhere failed. */
import { FormError } from "../../../islands/forms/FormError.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { asIdentityProblem, identityProblems, identityTexts as words } from "../../../server/contract/account/texts.ts";
import { router } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const loginElsewhere = router();

loginElsewhere.get(accountPaths.loginElsewhere, (c) => {
  const { deps: { config, provider }, session } = c.var;
  const problem = asIdentityProblem(c.req.query("problem"));
  if (!provider) return c.redirect(accountPaths.login, 303);
  const title = words.failedTitle(provider.name);
  const back = session ? accountPaths.account : accountPaths.login;
  return page(c, {
    title,
    description: title,
    width: "narrow",
    styles: ["auth-pages"],
    body: (
      <div className="card bookplate stack">
        <h1>{title}</h1>
        <FormError text={identityProblems[problem](provider.name, config.registrationDomains)} />
        <LinkButton kind="primary" href={back}>{session ? words.toAccount : words.toLogin}</LinkButton>
      </div>
    ),
  });
});
