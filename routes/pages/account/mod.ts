import { router } from "../../../server/http/router.ts";
import { accountForms } from "./account.ts";
import { accountPage } from "./page.tsx";
import { sessions } from "./sessions.ts";

/** The account's page, and what its forms post to. */
export const account = router();

for (const routes of [accountPage, accountForms, sessions]) account.route("/", routes);
