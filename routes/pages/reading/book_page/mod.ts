import { router } from "../../../../server/http/router.ts";
import { chapters } from "./chapters.ts";
import { edition } from "./edition.ts";
import { noteForms } from "./notes.ts";
import { togetherPage } from "./page.tsx";
import { planForms } from "./plan.ts";
import { questionForms } from "./questions.ts";
import { readerForms } from "./readers.ts";

/** The page where a group reads a book together, and what its forms post to. */
export const together = router();

const forms = [edition, chapters, noteForms, questionForms, planForms, readerForms];
for (const routes of [togetherPage, ...forms]) together.route("/", routes);
