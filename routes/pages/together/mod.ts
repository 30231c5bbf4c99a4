import { router } from "../../../server/http/router.ts";
import { togetherPage } from "./page.tsx";
import { plan } from "./plan.ts";
import { readers } from "./readers.ts";

/** The page where a group reads a book together, and what its forms post to. */
export const together = router();

for (const routes of [togetherPage, plan, readers]) together.route("/", routes);
