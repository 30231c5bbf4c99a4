/** Registering, logging in, and the pages of one's own account. */
import { router } from "../../../server/http/router.ts";
import { confirmEmailPage } from "./confirm_email.tsx";
import { forms } from "./forms.tsx";
import { identityProviderProblem } from "./identity_provider_problem.tsx";
import { login } from "./login.tsx";
import { loginCode } from "./login_code.tsx";
import { accountPage } from "./page.tsx";
import { registerPages } from "./register.tsx";
import { reset } from "./reset.tsx";
import { verifyPages } from "./verify.tsx";

export const account = router();

for (
  const pages of [
    login,
    loginCode,
    identityProviderProblem,
    registerPages,
    verifyPages,
    reset,
    confirmEmailPage,
    accountPage,
    forms,
  ]
) account.route("/", pages);
