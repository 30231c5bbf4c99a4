import { exportOwn } from "../../../server/actions/account/export.ts";
import type { Reauthentication } from "../../../server/contract/account/auth.ts";
import { callerOf } from "../../../server/http/caller.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";

/**
 * Answers with everything of the caller's, as a ZIP that is made while it is sent.
 *
 * @throws as `exportOwn`
 */
export async function sendExport(c: Ctx<SignedInEnv>, proof: Reauthentication = {}): Promise<Response> {
  const headers = {
    "Content-Type": "application/zip",
    "Content-Disposition": 'attachment; filename="my-data.zip"',
    // It may be gigabytes, and is compressed where that helps.
    "Cache-Control": "private, no-store, no-transform",
    "Vary": "Cookie, Authorization",
  };
  // Nobody would read it.
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  const zip = await exportOwn(c.var.deps, c.var.session, { ...proof, caller: callerOf(c) });
  c.set("isSandboxed", true);
  return c.body(zip, 200, headers);
}
