import { router } from "../../../server/http/router.ts";
import { accountPage } from "./page.tsx";

/** The account's page, and what its forms post to. */
export const account = router();

for (const routes of [accountPage]) account.route("/", routes);
