import { router } from "../../../server/http/router.ts";
import { accountForms } from "./account.ts";
import { dataForms } from "./data.ts";
import { elsewhereForms } from "./identity_providers.tsx";
import { accountPage } from "./page.tsx";
import { passkeyForms } from "./passkeys.ts";
import { sessions } from "./sessions.ts";
import { twoStepForms } from "./two_step.tsx";
import { accountPaths, type AccountTab } from "../../../server/contract/account/paths.ts";

/** The account's page, and what its forms post to. */
export const account = router();

for (const routes of [accountPage, accountForms, dataForms, sessions, passkeyForms, elsewhereForms, twoStepForms]) {
  account.route("/", routes);
}

const tabs = new Map<string, AccountTab>([["sessions", "sessions"], ["privacy", "privacy"], ["deletion", "data"]]);

// Whoever sent a form with an ended session gets here once they have logged in.
account.get(
  "/account/:form/*",
  (c) => c.redirect(accountPaths.accountTab(tabs.get(c.req.param("form")) ?? "sign-in"), 303),
);
