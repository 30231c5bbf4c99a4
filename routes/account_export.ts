import { exportOwn } from "../server/actions/export.ts";
import type { Ctx, SignedInEnv } from "../server/http/router.ts";

/** Answers with everything of the caller's, as a ZIP that is made while it is sent. */
export async function sendExport(c: Ctx<SignedInEnv>): Promise<Response> {
  const zip = await exportOwn(c.var.deps, c.var.user);
  c.set("isSandboxed", true);
  return c.body(zip, 200, {
    "Content-Type": "application/zip",
    "Content-Disposition": 'attachment; filename="my-data.zip"',
    // It may be gigabytes, and is compressed where that helps.
    "Cache-Control": "private, no-store, no-transform",
    "Vary": "Cookie, Authorization",
  });
}
