import { z } from "zod";
import { Uploaded } from "../../../server/contract/chat/answers_messages.ts";
import { described } from "../../../server/http/describe.ts";
import { removeFile, uploadFile } from "../../../server/actions/chat/files.ts";
import { AppError, BadRequest } from "../../../server/errors.ts";
import { isUpload } from "../../../server/http/body.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { receiveFiles } from "../../../server/http/upload.ts";
import { sendFile } from "./sent_file.ts";
import { filesServerTexts, filesTexts } from "../../../server/contract/chat/texts.ts";

/** Files of groups. */
export const files = router();

files.post(
  "/groups/:id/files",
  described("Uploads a file for a message", Uploaded, { status: 201, file: "file" }),
  signedIn,
  async (c) => {
    if (!isUpload(c)) throw new AppError(415, "not_multipart", filesServerTexts.notMultipart);
    const groupId = c.req.param("id");
    const { files: [uploaded] } = await receiveFiles(
      c,
      (file) => uploadFile(c.var.deps, c.var.user, { ...file, groupId }),
      { most: 1 },
    );
    if (!uploaded) throw new BadRequest(filesServerTexts.none, "no_file");
    return c.json(uploaded, 201);
  },
);

files.get(
  "/files/:id/:name",
  described("A file, to the members of its group", z.string(), { type: "application/octet-stream" }),
  signedIn,
  (c) => sendFile(c),
);

files.delete("/files/:id", described("Removes an uploaded file that is in no message"), signedIn, async (c) => {
  await removeFile(c.var.deps, c.var.user, c.req.param("id"));
  return c.json({ message: filesTexts.removed });
});
