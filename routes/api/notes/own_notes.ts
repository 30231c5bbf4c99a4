import { z } from "zod";
import { OwnNotes } from "../../../server/contract/notes/answers_notes.ts";
import { described } from "../../../server/http/describe.ts";
import { exportNotes, listNotes } from "../../../server/actions/notes/own_notes.ts";
import { OwnNotesQuery } from "../../../server/contract/notes/notes.ts";
import { download } from "../../../server/http/download.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { query } from "../../../server/http/validate.ts";

export const ownNotes = router();

ownNotes.get(
  "/",
  described("The caller's notes of all books, newest first", OwnNotes),
  signedIn,
  query(OwnNotesQuery),
  async (c) => c.json(await listNotes(c.var.deps, c.var.user, c.req.valid("query"))),
);

ownNotes.get(
  "/export",
  described("The caller's notes, as Markdown", z.string(), { type: "text/markdown" }),
  signedIn,
  (c) => download(c, { name: "notes.md", type: "text/markdown", parts: exportNotes(c.var.deps, c.var.user) }),
);
