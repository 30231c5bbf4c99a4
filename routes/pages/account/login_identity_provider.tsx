/** The page that says why signing in with an account elsewhere failed. */
import { FormError } from "../../../islands/forms/FormError.tsx";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import {
  asIdentityProblem,
  identityProblems,
  identityTexts as words,
} from "../../../server/contract/account/identity_texts.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { paths } from "../../../server/contract/paths.ts";
import { router } from "../../../server/http/router.ts";
import { page } from "../../layout/page.tsx";

export const loginElsewhere = router();

loginElsewhere.get(formPaths.loginElsewhere, (c) => {
  const { deps: { config, provider }, session } = c.var;
  const problem = asIdentityProblem(c.req.query("problem"));
  if (!provider) return c.redirect(paths.login, 303);
  const title = words.failedTitle(provider.name);
  const back = session ? formPaths.account : paths.login;
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
