/** The page that says why signing in by the identity provider failed. */
import { FormError } from "../../../islands/forms/FormError.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import {
  asIdentityProviderProblem,
  identityProviderProblems,
  identityProviderTexts as words,
} from "../../../server/contract/account/texts.ts";
import { router } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";

export const identityProviderProblem = router();

identityProviderProblem.get(accountPaths.identityProviderProblem, (c) => {
  const { deps: { config, identityProvider: provider }, session } = c.var;
  const problem = asIdentityProviderProblem(c.req.query("problem"));
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
        <FormError text={identityProviderProblems[problem](provider.name, config.registrationDomains)} />
        <LinkButton kind="primary" href={back}>{session ? words.toAccount : words.toLogin}</LinkButton>
      </div>
    ),
  });
});
