import { router } from "../../../server/http/router.ts";
import { chapters } from "./chapters.ts";
import { edition } from "./edition.ts";
import { noteForms } from "./notes.ts";
import { togetherPage } from "./page.tsx";
import { questionForms } from "./questions.ts";
import { plan } from "./plan.ts";
import { readers } from "./readers.ts";

/** The page where a group reads a book together, and what its forms post to. */
export const together = router();

const parts = [togetherPage, plan, readers, edition, chapters, noteForms, questionForms];
for (const routes of parts) together.route("/", routes);
