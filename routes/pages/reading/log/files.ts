/** The viewer's own list of books as a file, in and out. */
import { z } from "zod";
import { importLibrary } from "../../../../server/actions/reading/reading_log.ts";
import { formPaths } from "../../../../server/contract/form_paths.ts";
import { paths } from "../../../../server/contract/paths.ts";
import { serverTexts } from "../../../../server/contract/server_texts.ts";
import { readingLogTexts as words } from "../../../../server/contract/reading/reading_log_texts.ts";
import { AppError } from "../../../../server/errors.ts";
import { isUpload } from "../../../../server/http/body.ts";
import { flashAndRedirect, runFormAction } from "../../../../server/http/form.ts";
import { signedInPage } from "../../../../server/http/guards.ts";
import { router } from "../../../../server/http/router.ts";
import { finished, receiveList, sendList } from "../list_files.ts";

export const libraryFiles = router();

libraryFiles.get(formPaths.readingExport, signedInPage, sendList);

libraryFiles.get(paths.readingImport, (c) => c.redirect(paths.reading, 303));

libraryFiles.post(paths.readingImport, signedInPage, async (c) => {
  const outcome = await runFormAction(c, { schema: z.unknown(), fields: undefined }, async () => {
    if (!isUpload(c)) throw new AppError(415, "not_multipart", serverTexts.files.notMultipart);
    return await finished(await importLibrary(c.var.deps, c.var.user, await receiveList(c)));
  });
  const success = outcome.ok ? words.imported(outcome.value) : "";
  return flashAndRedirect(c, outcome, { success, to: outcome.ok ? paths.library : paths.reading });
});
