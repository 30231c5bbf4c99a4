import { sendFile } from "../../../server/http/file_response.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";

/** Files of groups as pages link to them; what fails is a page. */
export const files = router();

files.get("/files/:id/:name", signedInPage, (c) => sendFile(c));
