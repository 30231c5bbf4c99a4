/** The frame of the operators' pages. */
import type { ReactNode } from "react";
import { iso, type Page } from "../../../db/engine/query.ts";
import { Button, LinkButton } from "../../../islands/ui/Button.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import type { Refusal } from "../../../server/http/form.ts";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { readerLocale } from "../../../server/http/cookies.ts";
import { version } from "../../../server/version.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { ReauthenticatedBy } from "../../../server/actions/account/reauthentication.ts";
import { ConfirmedForm } from "../../layout/ConfirmedForm.tsx";
import { page } from "../../layout/page.tsx";
import { SetUp } from "./second_step.tsx";
import { operatorPaths, type OperatorTab, operatorTabs } from "../../../server/contract/operator/paths.ts";

export type C = Ctx<SignedInEnv>;

const icons = {
  people: "users",
  groups: "chat",
  reports: "flag",
  numbers: "chart",
  mail: "mail",
  announcement: "info",
  audit: "file",
} as const;

interface TabContent {
  body: ReactNode;
  /** Of a form on it. */
  refusal?: Refusal;
}

/** A page of the operators at a tab. */
export const operatorTab = (c: C, name: OperatorTab, { body, refusal }: TabContent) =>
  page(c, {
    title: `${words.title}: ${words.tabs[name]}`,
    description: words.description,
    width: "wide",
    styles: ["operator-page"],
    path: operatorPaths.operator,
    status: refusal?.status,
    headers: refusal?.headers,
    toasts: refusal && [{ kind: "error", text: refusal.message }],
    body: (
      <div className="operator stack">
        <h1>{words.title}</h1>
        <Tabs
          label={words.title}
          tabs={operatorTabs.map((tab) => ({
            href: operatorPaths.operatorTab(tab),
            text: words.tabs[tab],
            icon: icons[tab],
            current: tab === name,
          }))}
        />
        {c.var.secondStepDue !== undefined && (
          <Notice kind="info">
            <p>{words.twoStepUntil(formatOf(c).day(iso(c.var.secondStepDue)))}</p>
            <SetUp />
          </Notice>
        )}
        <h2>{words.tabs[name]}</h2>
        {body}
        <p className="muted">{words.version(version)}</p>
      </div>
    ),
  });

/** How the reader's page writes times. */
export const formatOf = (c: C) => timeFormatter(readerLocale(c));

/** A link to the next page of a list, where there is one. */
export function More({ to, page: { rows, hasMore } }: { to: (after: string) => string; page: Page<{ id: string }> }) {
  if (!hasMore) return null;
  return (
    <div>
      <LinkButton href={to(rows.at(-1)!.id)}>{words.more}</LinkButton>
    </div>
  );
}

/** The query of the list that is shown, for the addresses of its forms: these come back to it. */
export function listQuery(c: C, more: Record<string, string> = {}): string {
  const { query, after } = c.req.query();
  const entries = Object.entries({ query, after, ...more }).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}

interface ConfirmProps {
  question: string;
  /** Of the button. */
  text: string;
  /** Where the form posts to, and where *Cancel* leads. */
  action: string;
  back: string;
  /** The operator. */
  by: ReauthenticatedBy;
}

/** Asks once more before what cannot be undone, with a proof of who asks. */
export const Confirm = ({ question, text, action, back, by }: ConfirmProps) => (
  <section className="card stack">
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
