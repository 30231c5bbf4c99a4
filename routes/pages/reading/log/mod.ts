import { router } from "../../../../server/http/router.ts";
import { libraryFiles } from "./files.ts";
import { libraryPage } from "./library.tsx";
import { logPage } from "./page.tsx";

/** What the viewer has read: a page for each year, and one for all their books. */
export const readingLog = router();

for (const routes of [logPage, libraryFiles, libraryPage]) readingLog.route("/", routes);
