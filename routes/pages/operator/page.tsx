import { createMiddleware } from "hono/factory";
import type { ReactNode } from "react";
import { iso, type Page } from "../../../db/engine/query.ts";
import { Button, IconButton, LinkButton } from "../../../islands/ui/Button.tsx";
import { EmptyState } from "../../../islands/ui/EmptyState.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { timeFormatter, unbroken } from "../../../islands/ui/time_format.ts";
import type { ReauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { isOperator, secondStepDue } from "../../../server/auth/operators.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { operatorPaths, type OperatorTab, operatorTabs } from "../../../server/contract/operator/paths.ts";
import { PeopleQuery } from "../../../server/contract/operator/shapes.ts";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import type { Refusal } from "../../../server/http/form.ts";
import { operatorPage } from "../../../server/http/guards.ts";
import { type Env, router } from "../../../server/http/router.ts";
import { type C, page } from "../../layout/page.tsx";
import { ConfirmedForm, LinkRow, PostButton } from "../../layout/parts.tsx";

const icons = {
  people: "users",
  groups: "chat",
  reports: "flag",
  numbers: "chart",
  mail: "mail",
  announcement: "megaphone",
  setup: "settings",
  audit: "file",
} as const;

interface TabProps {
  body: ReactNode;
  refusal?: Refusal;
  /** In place of what the refusal says, where that stands at its field. */
  toast?: string;
  /** Beside the heading. */
  action?: ReactNode;
}

export const operatorTab = (c: C, name: OperatorTab, { body, refusal, toast, action }: TabProps) =>
  page(c, {
    title: `${words.title}: ${words.tabs[name]}`,
    description: words.description,
    width: "wide",
    styles: ["operator-page"],
    path: operatorPaths.operator,
    refusal,
    toasts: refusal && [{ kind: "error", text: toast ?? refusal.message }],
    body: (
      <div className="operator stack">
        <Tabs
          label={words.title}
          tabs={operatorTabs.map((tab) => ({
            href: operatorPaths.operatorTab(tab),
            text: words.tabs[tab],
            icon: icons[tab],
            current: tab === name,
          }))}
        />
        <div className="page-head">
          <h1>{words.tabs[name]}</h1>
          {action}
        </div>
        {/* Only on the tab that /operator leads to. */}
        {c.var.secondStepDue !== undefined && name === "people" && (
          <Notice kind="info">
            <p>{words.twoStepUntil(formatOf(c).day(iso(c.var.secondStepDue)))}</p>
            <p className="operator-links">
              <a href={`${accountPaths.account}#two-step`}>{words.toTwoStep}</a>
              <a href={`${accountPaths.account}#passkeys`}>{words.toPasskeys}</a>
            </p>
          </Notice>
        )}
        {body}
      </div>
    ),
  });

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="card stack">
    <h2>{title}</h2>
    {children}
  </section>
);

export const formatOf = (c: C) => unbroken(timeFormatter(readerLocale(c)));

type ListTab = keyof typeof words.none & OperatorTab;

interface MoreProps<Row> {
  tab: ListTab;
  query?: Record<string, string>;
  page: Page<Row>;
}

export function More({ tab, query, page: { rows, hasMore } }: MoreProps<{ id: string }>) {
  if (!hasMore) return null;
  const next = new URLSearchParams({ ...query, after: rows.at(-1)!.id });
  return <LinkRow href={operatorPaths.operatorTab(tab, `?${next}`)}>{words.more}</LinkRow>;
}

const pictures = {
  people: "people",
  groups: "groups",
  reports: "messages",
  mail: "requests",
  audit: "messages",
} as const;

interface ListProps<Row> extends MoreProps<Row> {
  /** Where the list is empty, in place of what it is for. */
  none?: string;
  children(row: Row): ReactNode;
}

export const List = <Row extends { id: string }>({ children: item, none, ...more }: ListProps<Row>) => (
  <>
    <ul className="lined-list">
      {more.page.rows.map((row) => <li key={row.id}>{item(row)}</li>)}
    </ul>
    {more.page.rows.length === 0 && <EmptyState picture={pictures[more.tab]} text={none ?? words.none[more.tab]} />}
    <More {...more} />
  </>
);

interface ActProps {
  action: string;
  text: string;
  of: string;
  kind?: "plain" | "danger";
}

export const Act = ({ action, text, of, kind = "plain" }: ActProps) => (
  <PostButton action={action} kind={kind} aria-label={`${text}: ${of}`}>{text}</PostButton>
);

interface RowMenuProps {
  id: string;
  /** Whose row it is. */
  of: string;
  children?: ReactNode;
  /** Apart from the others, and last. */
  dangers: ReactNode;
}

/** What can be done about a row of a list. It opens without script, and closes by Escape and by a press beside it. */
export const RowMenu = ({ id, of, children, dangers }: RowMenuProps) => (
  <div className="row-menu">
    <IconButton icon="more" label={words.actions(of)} popoverTarget={`menu-${id}`} />
    <div className="row-menu-items" id={`menu-${id}`} popover="auto" role="group" aria-label={words.actions(of)}>
      {children}
      <div className="row-menu-dangers">{dangers}</div>
    </div>
  </div>
);

/** Where an act of a list is sent, which leads back to the list as it is shown. */
export const actionIn = (c: C, tab: OperatorTab, { id, act }: { id: string; act: string }): string =>
  operatorPaths.operate(tab, id, act) + listQuery(c);

export function listQuery(c: C, more: Record<string, string> = {}): string {
  const { query, state, after } = PeopleQuery.catch({}).parse(c.req.query());
  const entries = Object.entries({ query, state, after, ...more })
    .filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}

interface ConfirmProps {
  question: string;
  text: string;
  action: string;
  back: string;
  by: ReauthenticatedBy;
}

export const Confirm = ({ question, text, action, back, by }: ConfirmProps) => (
  <section className="card stack">
    <h2>{text}</h2>
    <p>{question}</p>
    <ConfirmedForm
      by={by}
      method="post"
      action={action}
      buttons={
        <>
          <Button type="submit" kind="danger">{text}</Button>
          <LinkButton href={back}>{words.cancel}</LinkButton>
        </>
      }
    />
  </section>
);

/** By when operators without a second step need one, and from then on nothing else. */
const secondStepFirst = createMiddleware<Env>(async (c, next) => {
  const { deps, session } = c.var;
  const due = session && isOperator(deps.config, session.user) ? await secondStepDue(deps, session) : undefined;
  if (due === undefined) return await next();
  c.set("secondStepDue", due);
  if (deps.clock() < due) return await next();
  return page(c, {
    title: words.twoStep,
    description: words.twoStepNeeded,
    path: operatorPaths.operator,
    width: "narrow",
    status: 403,
    body: (
      <div className="card stack">
        <h1>{words.twoStep}</h1>
        <p>{words.twoStepNeeded} {words.twoStepWhy}</p>
        <SetUp />
      </div>
    ),
  });
});

export const SetUp = ({ isBeside = false }: { isBeside?: boolean }) => (
  <div className="cluster">
    <LinkButton kind={isBeside ? "quiet" : "primary"} href={`${accountPaths.account}#two-step`}>
      {words.toTwoStep}
    </LinkButton>
    <LinkButton href={`${accountPaths.account}#passkeys`}>{words.toPasskeys}</LinkButton>
  </div>
);

export const operator = router();

operator.use("/operator/*", secondStepFirst);

operator.get("/operator", operatorPage, (c) => c.redirect(operatorPaths.operatorTab("people"), 303));
