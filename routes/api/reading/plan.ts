import { z } from "zod";
import { Pace } from "../../../server/contract/books/answers_books.ts";
import { described } from "../../../server/http/describe.ts";
import { findPace, removePlan, savePlan } from "../../../server/actions/reading/plan.ts";
import { NewPlan } from "../../../server/contract/reading/plan.ts";
import { paceTexts } from "../../../server/contract/reading/texts.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

/** The plan by which a group reads a book. Today is that of the reader's time zone where a browser has stored it. */
export const plan = router();

plan.get(
  "/:bookId/plan",
  described("The plan of a book, and where the group should be today", Pace),
  signedIn,
  async (c) => {
    const place = { bookId: c.req.param("bookId"), timeZone: readerLocale(c).timeZone };
    return c.json(await findPace(c.var.deps, c.var.user, place));
  },
);

plan.put(
  "/:bookId/plan",
  described("Sets the plan", Pace.extend({ message: z.string() })),
  signedIn,
  json(NewPlan),
  async (c) => {
    const place = { bookId: c.req.param("bookId"), timeZone: readerLocale(c).timeZone };
    const pace = await savePlan(c.var.deps, c.var.user, { ...place, schedule: c.req.valid("json") });
    return c.json({ message: paceTexts.saved, ...pace });
  },
);

plan.delete(
  "/:bookId/plan",
  described("Removes the plan", Pace.extend({ message: z.string() })),
  signedIn,
  async (c) => {
    await removePlan(c.var.deps, c.var.user, c.req.param("bookId"));
    return c.json({ message: paceTexts.removed, plan: null, expected: null, perDay: null });
  },
);
