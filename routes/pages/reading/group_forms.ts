/** The forms of reading on the page of a group: turning to a page, and the session in which it reads in silence. */
import { turnPage } from "../../../server/actions/reading/progress.ts";
import { endTimer, joinTimer, leaveTimer, startTimer } from "../../../server/actions/reading/timers.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { timer } from "../../../server/contract/reading/limits.ts";
import { setClosed } from "../../../server/http/cookies.ts";
import { formFailure, readForm } from "../../../server/http/form.ts";
import { mountForm, mountForms } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { inTimeZone } from "../../api/reading.ts";
import { showGroup } from "../groups/page.tsx";

export const readingForms = router();

mountForm(readingForms, turnPage, {
  input: inTimeZone,
  refused(c, refusal, { params, fields }) {
    const page = { typed: fields.page ?? fields.currentPage, failure: formFailure(refusal) };
    return showGroup(c, params.id, { refusal, sent: fields, books: { page } });
  },
});

mountForms(readingForms, [startTimer, joinTimer, leaveTimer, endTimer]);

const closing = "/group/:id/timer/close";

readingForms.get(closing, (c) => c.redirect(groupPaths.group(c.req.param("id")), 303));

/** What a session came to is closed for its reader, for as long as it would be shown. */
readingForms.post(closing, signedInPage, async (c) => {
  const { id } = await readForm(c);
  const here = groupPaths.group(c.req.param("id"));
  setClosed(c, "timer", { id, where: here, seconds: timer.shownFor / 1000 });
  return c.redirect(here, 303);
});
