/** The page that asks what is wrong with a message, a person or a group. */
import * as peopleLimits from "../../../server/contract/people/limits.ts";
import { findReportable, type Reportable } from "../../../db/people/reports.ts";
import { description, FieldFrame } from "../../../islands/forms/FieldFrame.tsx";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { report } from "../../../server/actions/people/reports.ts";
import { NewReport, ReportSubject } from "../../../server/contract/people/reports.ts";
import { reportTexts as words } from "../../../server/contract/people/texts.ts";
import { setFlash } from "../../../server/http/flash.ts";
import { type Fields, flashAndRedirect, readForm, type Refusal, runFormAction } from "../../../server/http/form.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { type Ctx, router, type SignedInEnv } from "../../../server/http/router.ts";
import { tryLoad } from "../../layout/LoadError.tsx";
import { page } from "../../layout/page.tsx";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { groupPaths } from "../../../server/contract/groups/paths.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";

export const reportPage = router();

type C = Ctx<SignedInEnv>;
type Subject = Pick<NewReport, "kind" | "id">;

reportPage.get(peoplePaths.reports, signedInPage, async (c) => {
  const subject = subjectOf(c.req.query());
  const found = subject && await load(c, subject);
  return found ? show(c, { subject, found }) : toDashboard(c);
});

reportPage.post(peoplePaths.reports, signedInPage, async (c) => {
  const fields = await readForm(c);
  const subject = subjectOf(fields);
  const found = subject && await load(c, subject);
  if (!found) return toDashboard(c);
  const outcome = await runFormAction(
    c,
    { schema: NewReport, fields },
    (input) => report(c.var.deps, c.var.user, input),
  );
  if (!outcome.ok) return show(c, { subject, found, fields, refusal: outcome });
  return flashAndRedirect(c, outcome, { success: words.sent, to: placeOf(subject, found) });
});

const subjectOf = (fields: Fields): Subject | undefined => ReportSubject.safeParse(fields).data;

const load = (c: C, subject: Subject) => tryLoad(c, () => findReportable(c.var.deps.db, c.var.user.id, subject));

/** Where it is seen. */
function placeOf({ kind, id }: Subject, { groupId, seq }: Reportable): string {
  if (kind === "profile") return peoplePaths.user(id);
  return kind === "group" ? groupPaths.aboutGroup(id) : chatPaths.messageAt(groupId!, seq!);
}

function toDashboard(c: C): Response {
  setFlash(c, "error", words.notFound);
  return c.redirect(sitePaths.dashboard, 303);
}

interface Shown {
  subject: Subject;
  found: Reportable;
  fields?: Fields;
  refusal?: Refusal;
}

function show(c: C, { subject, found, fields, refusal }: Shown) {
  const { kind, id } = subject;
  const issue = refusal?.issues?.find(({ path }) => path === "reason")?.message;
  const text = { error: issue, hint: kind === "message" ? `${words.hint} ${words.hintMessage}` : words.hint };
  return page(c, {
    title: words.title[kind],
    description: words.description,
    width: "narrow",
    styles: ["report-page"],
    status: refusal?.status,
    headers: refusal?.headers,
    body: (
      <form method="post" action={peoplePaths.reports} className="card stack">
        <h1>{words.title[kind]}</h1>
        <blockquote className="report-subject" dir="auto">{found.title}</blockquote>
        {refusal && !issue && <FormError text={refusal.message} />}
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={id} />
        <FieldFrame id="report-reason" label={words.reason} {...text}>
          <textarea
            className="input"
            id="report-reason"
            name="reason"
            autoComplete="off"
            data-draft=""
            rows={5}
            maxLength={peopleLimits.reports.reason}
            required
            autoFocus={refusal !== undefined}
            defaultValue={fields?.reason}
            {...description("report-reason", text)}
          />
        </FieldFrame>
        <div className="report-actions">
          <Button type="submit" kind="primary" icon="flag">{words.send}</Button>
          <LinkButton href={placeOf(subject, found)} data-discard="">{words.cancel}</LinkButton>
        </div>
      </form>
    ),
  });
}
