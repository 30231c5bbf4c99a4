import { report } from "../../../server/actions/people/reports.ts";
import { NewReport } from "../../../server/contract/people/reports.ts";
import { reportTexts } from "../../../server/contract/people/texts.ts";
import { described } from "../../../server/http/describe.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";

/** Reports to the operators. */
export const reports = router();

reports.post(
  "/",
  described("Reports a message, a profile or a group that the caller sees", undefined, { status: 201 }),
  signedIn,
  json(NewReport),
  async (c) => {
    await report(c.var.deps, c.var.user, c.req.valid("json"));
    return c.json({ message: reportTexts.sent }, 201);
  },
);
