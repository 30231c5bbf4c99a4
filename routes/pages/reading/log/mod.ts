import { z } from "zod";
import { importReadingList, removeListedBook } from "../../../../server/actions/reading/reading_list.ts";
import { readingLogTexts as texts } from "../../../../server/contract/reading/log_texts.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { flashAndRedirect, runFormAction } from "../../../../server/http/form.ts";
import { mountForm } from "../../../../server/http/form_door.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { finished, receiveList, sendList } from "../../../api/reading_files.ts";
import { showLog } from "./page.tsx";
import { showReadingList } from "./reading_list.tsx";

/** What the viewer has read: a page for each year, and one for all their books, which come and go as a file. */
export const readingLog = router();

readingLog.get(readingPaths.reading, signedInPage, showLog);
readingLog.get(readingPaths.readingList, signedInPage, showReadingList);
readingLog.get(readingPaths.readingExport, signedInPage, sendList);

mountForm(readingLog, removeListedBook);
mountForm(readingLog, importReadingList, {
  async respond(c) {
    const whole = { schema: z.unknown(), fields: undefined };
    const outcome = await runFormAction(c, whole, async () => await finished(await receiveList(c)));
    const success = outcome.ok ? texts.imported(outcome.value) : "";
    return flashAndRedirect(c, outcome, { success, to: outcome.ok ? readingPaths.readingList : readingPaths.reading });
  },
});
