import { findReport, listReports } from "../../../db/people/reports.ts";
import { fieldOf, TextArea } from "../../../islands/forms/Field.tsx";
import { Button } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { type ReauthenticatedBy, reauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { decideReport } from "../../../server/actions/operator/reports.ts";
import { operatorPaths } from "../../../server/contract/operator/paths.ts";
import { type Report, ReportsQuery } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import * as peopleLimits from "../../../server/contract/people/limits.ts";
import { reportDecisions } from "../../../server/contract/people/shapes.ts";
import type { Fields, Refusal } from "../../../server/http/form.ts";
import { mountForm } from "../../../server/http/form_door.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { router } from "../../../server/http/router.ts";
import { dayInText, type TimeFormatter } from "../../../islands/ui/time_format.ts";
import type { C } from "../../layout/page.tsx";
import { ProofFields } from "../../layout/parts.tsx";
import { formatOf, More, operatorTab } from "./page.tsx";

export const reports = router();

const here = operatorPaths.operatorTab("reports");

reports.get("/operator/reports", operatorPage, (c) => show(c));

mountForm(reports, decideReport, {
  async refused(c, refusal, { params, fields }) {
    const report = await findReport(c.var.deps.db, params.id);
    return report && await show(c, { report, fields, refusal });
  },
});

interface Failed {
  report: Report;
  fields: Fields;
  refusal: Refusal;
}

/** A page of the reports; one whose decision was refused comes first, wherever it stands in the list. */
async function show(c: C, failed?: Failed): Promise<Response> {
  const { decided, after } = ReportsQuery.parse(c.req.query());
  const isDecided = decided !== undefined;
  const { deps, session } = c.var;
  const [listed, by] = await Promise.all([
    listReports(deps.db, { decided: isDecided, after }),
    reauthenticatedBy(deps, session),
  ]);
  const others = listed.rows.filter(({ id }) => id !== failed?.report.id);
  const format = formatOf(c);
  return await operatorTab(c, "reports", {
    refusal: failed?.refusal,
    body: (
      <>
        <nav className="operator-states" aria-label={words.tabs.reports}>
          <a href={here} aria-current={isDecided ? undefined : "page"}>{words.open}</a>
          <a href={`${here}?decided=1`} aria-current={isDecided ? "page" : undefined}>{words.decided}</a>
        </nav>
        {listed.rows.length === 0 && !failed && (
          <EmptyState picture="messages" text={words.none[isDecided ? "decided" : "reports"]} />
        )}
        {failed && <Item report={failed.report} failed={failed} by={by} format={format} />}
        {others.map((report) => <Item key={report.id} report={report} by={by} format={format} />)}
        <More tab="reports" query={isDecided ? { decided: "1" } : {}} page={listed} />
      </>
    ),
  });
}

/** A long one shows its beginning until it is opened. */
function Text({ text }: { text: string }) {
  const [beginning] = /^.{0,400}/su.exec(text.split("\n", 6).join("\n"))!;
  if (beginning === text) return <p className="operator-text" dir="auto">{text}</p>;
  return (
    <details className="operator-long">
      <summary>
        <span className="operator-text" dir="auto">{`${beginning.trimEnd()}…`}</span>
      </summary>
      <p className="operator-text" dir="auto">{text}</p>
    </details>
  );
}

interface MessagesProps {
  messages: Report["snapshot"]["context"];
  /** The id of the one that was reported. */
  reported: string;
  /** Whether the reported one stands above already, and only its place is marked here. */
  isAround?: boolean;
  format: TimeFormatter;
}

const Messages = ({ messages, reported, isAround, format }: MessagesProps) => (
  <ol className="operator-context">
    {messages.map(({ id, username, content, createdAt }) => (
      <li key={id} aria-current={id === reported || undefined}>
        <p className="muted">{`${username}, ${dayInText(format, createdAt)}, ${format.time(createdAt)}`}</p>
        {isAround && id === reported ? <p>{words.reportedMessage}</p> : <Text text={content} />}
      </li>
    ))}
  </ol>
);

/** Leads to it in the list of people. */
const Account = ({ username }: { username: string | null }) =>
  username === null
    ? words.gone
    : (
      <a href={`${operatorPaths.operatorTab("people")}?${new URLSearchParams({ query: username })}`}>
        {`@${username}`}
      </a>
    );

interface ItemProps {
  report: Report;
  failed?: Failed;
  by: ReauthenticatedBy;
  format: TimeFormatter;
}

function Item({ report, failed, by, format }: ItemProps) {
  const { id, kind, reason, reporter, about, createdAt, decision } = report;
  return (
    <article className="card stack" aria-labelledby={`report-${id}`}>
      <h2 id={`report-${id}`}>{`${words.reportOf[kind]}, ${dayInText(format, createdAt)}`}</h2>
      <p className="operator-sides muted">
        {words.reportedBy} <Account username={reporter} />, {words.about} <Account username={about} />
      </p>
      <blockquote className="operator-text" dir="auto">{reason}</blockquote>
      <h3>{words.whatIsReported}</h3>
      <Reported report={report} format={format} />
      {decision
        ? <Decided report={report} decision={decision} format={format} />
        : <DecisionForm report={report} failed={failed} by={by} />}
    </article>
  );
}

function Reported({ report: { snapshot, subjectId }, format }: Pick<ItemProps, "report" | "format">) {
  const { context, title, text } = snapshot;
  if (context.length === 0) {
    return (
      <div className="operator-reported operator-text" dir="auto">
        <p>{title}</p>
        {text && <Text text={text} />}
      </div>
    );
  }
  return (
    <>
      <Messages messages={context.filter(({ id }) => id === subjectId)} reported={subjectId} format={format} />
      {context.length > 1 && (
        <details className="fold">
          <summary>{words.around}</summary>
          <Messages messages={context} reported={subjectId} isAround format={format} />
        </details>
      )}
    </>
  );
}

interface DecidedProps extends Pick<ItemProps, "report" | "format"> {
  decision: NonNullable<Report["decision"]>;
}

const Decided = ({ report: { decidedAt, note }, decision, format }: DecidedProps) => (
  <div>
    <p>
      <strong>{words.decidedOn(dayInText(format, decidedAt!), words.outcomes[decision])}</strong>
    </p>
    {note && <p className="operator-text" dir="auto">{note}</p>}
  </div>
);

const DecisionForm = ({ report: { id, kind, mayRemove }, failed, by }: Omit<ItemProps, "format">) => (
  <form method="post" action={operatorPaths.operate("reports", id, "decide")} className="stack">
    <TextArea
      label={words.note}
      id={`note-${id}`}
      rows={2}
      maxLength={peopleLimits.reports.note}
      defaultValue={failed?.fields.note}
      {...fieldOf("note", failed?.refusal.issues)}
    />
    {kind === "group" && mayRemove && <ProofFields by={by} />}
    <div className="operator-acts">
      {reportDecisions.filter((decision) =>
        mayRemove || decision !== "removed"
      ).map((decision) => (
        <Button key={decision} type="submit" name="decision" value={decision}>
          {words.decisions[decision]}
        </Button>
      ))}
    </div>
  </form>
);
