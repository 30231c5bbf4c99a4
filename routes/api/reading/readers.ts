import { z } from "zod";
import { Reader } from "../../../server/contract/books/answers_books.ts";
import { described } from "../../../server/http/describe.ts";
import { listReaders, sharePage } from "../../../server/actions/reading/readers.ts";
import { Sharing } from "../../../server/contract/reading/sharing.ts";
import { paceTexts } from "../../../server/contract/reading/texts.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

export const readers = router();

readers.get(
  "/:bookId/readers",
  described("Who shares the page that they are on", { readers: z.array(Reader) }),
  signedIn,
  async (c) => {
    return c.json({ readers: await listReaders(c.var.deps, c.var.user, c.req.param("bookId")) });
  },
);

readers.put(
  "/:bookId/sharing",
  described("Shares the page that the caller is on, or shares it no more", {
    message: z.string(),
    shared: z.boolean(),
  }),
  signedIn,
  json(Sharing),
  async (c) => {
    const { shared } = c.req.valid("json");
    await sharePage(c.var.deps, c.var.user, { bookId: c.req.param("bookId"), shared });
    return c.json({ message: shared ? paceTexts.shared : paceTexts.notShared, shared });
  },
);
