/** The viewer's own list of books as a file, in and out. */
import { z } from "zod";
import { importLibrary } from "../../../../server/actions/reading/reading_log.ts";
import { readingLogTexts as words } from "../../../../server/contract/reading/log_texts.ts";
import { AppError } from "../../../../server/errors.ts";
import { isUpload } from "../../../../server/http/body.ts";
import { flashAndRedirect, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { finished, receiveList, sendList } from "../../../api/reading/list_files.ts";
import { readingPaths } from "../../../../server/contract/reading/paths.ts";
import { filesServerTexts } from "../../../../server/contract/chat/texts.ts";

export const libraryFiles = router();

libraryFiles.get(readingPaths.readingExport, signedInPage, sendList);

libraryFiles.get(readingPaths.readingImport, (c) => c.redirect(readingPaths.reading, 303));

libraryFiles.post(readingPaths.readingImport, signedInPage, async (c) => {
  const outcome = await runFormAction(c, { schema: z.unknown(), fields: undefined }, async () => {
    if (!isUpload(c)) throw new AppError(415, "not_multipart", filesServerTexts.notMultipart);
    return await finished(await importLibrary(c.var.deps, c.var.user, await receiveList(c)));
  });
  const success = outcome.ok ? words.imported(outcome.value) : "";
  return flashAndRedirect(c, outcome, { success, to: outcome.ok ? readingPaths.library : readingPaths.reading });
});
