import { router } from "../../../server/http/router.ts";
import { chapters } from "./chapters.ts";
import { edition } from "./edition.ts";
import { noteForms } from "./notes.ts";
import { togetherPage } from "./page.tsx";
import { questionForms } from "./questions.ts";

/** The page where a group reads a book together, and what its forms post to. */
export const together = router();

for (const routes of [togetherPage, edition, chapters, noteForms, questionForms]) together.route("/", routes);
