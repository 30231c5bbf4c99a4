import { findFile, readChunk, variantSize } from "../../../db/chat/files.ts";
import { fileNotFound, found } from "../../../server/errors.ts";
import { fileResponse } from "../../../server/http/file_response.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";

/** Files of groups as pages link to them; what fails is a page. */
export const files = router();

files.get("/files/:id/:name", signedInPage, (c) => sendFile(c));

/** Sends a file, or its preview, to a member of its group. @throws NotFound */
export async function sendFile(c: Ctx<SignedInEnv>): Promise<Response> {
  const { deps: { db }, user } = c.var;
  const id = c.req.param("id")!;
  const { name, type, size, width } = found(await findFile(db, user.id, id), fileNotFound);
  const isShown = width !== null;
  const variant = isShown && c.req.query("preview") !== undefined ? "preview" : "original";
  return fileResponse(c, {
    id: `${id}-${variant}`,
    name,
    type,
    size: variant === "original" ? size : await variantSize(db, id, variant),
    isShown,
    read: (number) => readChunk(db, id, { variant, number }),
  });
}
