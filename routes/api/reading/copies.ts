import { z } from "zod";
import { Edition } from "../../../server/contract/books/answers_books.ts";
import { described } from "../../../server/http/describe.ts";
import { readEdition, setEdition } from "../../../server/actions/reading/copies.ts";
import { NewEdition } from "../../../server/contract/reading/editions.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";
import { copyTexts } from "../../../server/contract/reading/texts.ts";

export const editions = router();

editions.get("/:bookId/edition", described("The caller's copy", { edition: Edition }), signedIn, async (c) => {
  const edition = await readEdition(c.var.deps, c.var.user, c.req.param("bookId"));
  return c.json({ edition });
});

editions.put(
  "/:bookId/edition",
  described("Sets the caller's copy", { message: z.string(), edition: Edition }),
  signedIn,
  json(NewEdition),
  async (c) => {
    const edition = await setEdition(c.var.deps, c.var.user, { ...c.req.valid("json"), bookId: c.req.param("bookId") });
    return c.json({ message: copyTexts.saved, edition });
  },
);
