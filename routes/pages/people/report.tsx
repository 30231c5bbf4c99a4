import { findReportable, type Reportable } from "../../../db/people/reports.ts";
import { FormError } from "../../../islands/forms/FormError.tsx";
import { TextArea } from "../../../islands/forms/Field.tsx";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { sendReport } from "../../../server/actions/people/reports.ts";
import { chatPaths } from "../../../server/contract/chat/paths.ts";
import { aboutPaths } from "../../../server/contract/groups/about_paths.ts";
import * as peopleLimits from "../../../server/contract/people/limits.ts";
import { peoplePaths } from "../../../server/contract/people/paths.ts";
import { ReportSubject } from "../../../server/contract/people/shapes.ts";
import { reportTexts as words } from "../../../server/contract/people/texts.ts";
import { setFlash } from "../../../server/http/cookies.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { signedInPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { type C, page, toDashboard, tryLoad } from "../../layout/page.tsx";

export const reportPage = router();

reportPage.get(peoplePaths.reports, signedInPage, async (c) => {
  const subject = subjectOf(c.req.query());
  const found = subject && await load(c, subject);
  return found ? show(c, { subject, found }) : toDashboard(c, words.notFound);
});

mountForm(reportPage, sendReport, {
  async refused(c, refusal, { fields }) {
    const subject = subjectOf(fields);
    const found = subject && await load(c, subject);
    return found ? show(c, { subject, found, fields, refusal }) : toDashboard(c, words.notFound);
  },
  async done(c, _, { fields }) {
    const subject = subjectOf(fields)!;
    const found = await load(c, subject);
    if (!found) return;
    setFlash(c, "success", words.sent);
    return c.redirect(pageOf(subject, found), 303);
  },
});

const subjectOf = (fields: Fields): ReportSubject | undefined => ReportSubject.safeParse(fields).data;

const load = (c: C, subject: ReportSubject) => tryLoad(c, () => findReportable(c.var.deps.db, c.var.user.id, subject));

function pageOf({ kind, id }: ReportSubject, { groupId, seq }: Reportable): string {
  if (kind === "profile") return peoplePaths.user(id);
  return kind === "group" ? aboutPaths.aboutGroup(id) : chatPaths.messageAt(groupId!, seq!);
}

interface Shown {
  subject: ReportSubject;
  found: Reportable;
  fields?: Fields;
  refusal?: Refusal;
}

function show(c: C, { subject, found, fields, refusal }: Shown) {
  const { kind, id } = subject;
  const issue = refusal?.issues?.find(({ path }) => path === "reason")?.message;
  return page(c, {
    title: words.title[kind],
    description: words.description,
    width: "narrow",
    styles: ["report-page"],
    refusal,
    body: (
      <form method="post" action={peoplePaths.reports} className="card stack">
        <h1>{words.title[kind]}</h1>
        <blockquote className="report-subject" dir="auto">{found.title}</blockquote>
        {refusal && !issue && <FormError text={refusal.message} />}
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={id} />
        <TextArea
          label={words.reason}
          id="report-reason"
          name="reason"
          rows={5}
          maxLength={peopleLimits.reports.reason}
          required
          autoFocus={refusal !== undefined}
          defaultValue={fields?.reason}
          error={issue}
          hint={kind === "message" ? `${words.hint} ${words.hintMessage}` : words.hint}
        />
        <div className="report-actions">
          <Button type="submit" kind="primary" icon="flag">{words.send}</Button>
          <LinkButton href={pageOf(subject, found)} data-discard="">{words.cancel}</LinkButton>
        </div>
      </form>
    ),
  });
}
