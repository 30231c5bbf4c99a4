import { exportNotes, listNotes } from "../../server/actions/own_notes.ts";
import { OwnNotesQuery } from "../../server/contract/notes.ts";
import { download } from "../../server/http/download.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { query } from "../../server/http/validate.ts";

export const ownNotes = router();

ownNotes.get(
  "/",
  signedIn,
  query(OwnNotesQuery),
  async (c) => c.json(await listNotes(c.var.deps, c.var.user, c.req.valid("query"))),
);

ownNotes.get(
  "/export",
  signedIn,
  (c) => download(c, { name: "notes.md", type: "text/markdown", parts: exportNotes(c.var.deps, c.var.user) }),
);
