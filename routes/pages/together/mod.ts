import { router } from "../../../server/http/router.ts";
import { togetherPage } from "./page.tsx";

/** The page where a group reads a book together, and what its forms post to. */
export const together = router();

for (const routes of [togetherPage]) together.route("/", routes);
