import { listReports, type Report } from "../../../db/reports.ts";
import { TextArea } from "../../../islands/forms/TextArea.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { decideReport } from "../../../server/actions/operator.ts";
import * as constants from "../../../server/contract/constants.ts";
import { ReportDecided, ReportsQuery } from "../../../server/contract/operators.ts";
import { operatorTexts as words } from "../../../server/contract/operator_texts.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { reportDecisions } from "../../../server/contract/reports.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { answerForm, formatOf, More, operatorTab } from "./page.tsx";

export const reports = router();

const here = formPaths.operatorTab("reports");

reports.get("/operator/reports", operatorPage, async (c) => {
  const { decided, after } = ReportsQuery.parse(c.req.query());
  const isDecided = decided !== undefined;
  const listed = await listReports(c.var.deps.db, { decided: isDecided, after });
  const format = formatOf(c);
  const next = (after: string) => `${here}?${new URLSearchParams({ ...(isDecided && { decided: "1" }), after })}`;
  return await operatorTab(
    c,
    "reports",
    <>
      <nav className="operator-states" aria-label={words.tabs.reports}>
        <a href={here} aria-current={isDecided ? undefined : "page"}>{words.open}</a>
        <a href={`${here}?decided=1`} aria-current={isDecided ? "page" : undefined}>{words.decided}</a>
      </nav>
      {listed.rows.length === 0 && <p>{words.none}</p>}
      {listed.rows.map((report) => <Item key={report.id} report={report} format={format} />)}
      <More page={listed} to={next} />
    </>,
  );
});

function Item({ report, format }: { report: Report; format: ReturnType<typeof formatOf> }) {
  const { id, kind, reason, snapshot, reporter, about, createdAt, decision, note, subjectId } = report;
  const who = words.reportedBy(reporter ?? words.gone, about ?? words.gone);
  return (
    <article className="card stack" aria-labelledby={`report-${id}`}>
      <h3 id={`report-${id}`}>{`${words.reportOf[kind]}, ${format.day(createdAt)}`}</h3>
      <p className="muted">{who}</p>
      <p className="cluster">
        {[about, reporter].filter((username) => username !== null).map((username) => (
          <a key={username} href={`${formPaths.operatorTab("people")}?${new URLSearchParams({ query: username })}`}>
            {words.showPerson(username)}
          </a>
        ))}
      </p>
      <blockquote className="operator-text" dir="auto">{reason}</blockquote>
      <h4>{words.whatIsReported}</h4>
      {snapshot.context.length > 0
        ? (
          <ol className="operator-context">
            {snapshot.context.map(({ id, username, content, createdAt }) => (
              <li key={id} aria-current={id === subjectId || undefined}>
                <p className="muted">{`${username}, ${format.day(createdAt)}, ${format.time(createdAt)}`}</p>
                <p className="operator-text" dir="auto">{content}</p>
              </li>
            ))}
          </ol>
        )
        : (
          <div className="operator-reported operator-text" dir="auto">
            <p>{snapshot.title}</p>
            {snapshot.text && <p>{snapshot.text}</p>}
          </div>
        )}
      {decision
        ? <p>{note ? `${words.decisions[decision]}: ${note}` : words.decisions[decision]}</p>
        : (
          <form method="post" action={formPaths.operate("reports", id, "decide")} className="stack">
            <TextArea label={words.note} name="note" id={`note-${id}`} rows={2} maxLength={constants.reports.note} />
            <div className="operator-acts">
              {reportDecisions.filter((decision) => !(decision === "removed" && kind === "profile")).map((decision) => (
                <Button key={decision} type="submit" name="decision" value={decision}>
                  {words.decisions[decision]}
                </Button>
              ))}
            </div>
          </form>
        )}
    </article>
  );
}

reports.post("/operator/reports/:id/decide", operatorPage, (c) => {
  const id = c.req.param("id");
  return answerForm(
    c,
    { schema: ReportDecided, tab: "reports", success: words.reportDecided },
    (decided) => decideReport(c.var.deps, c.var.user, { ...decided, id }),
  );
});
