/** The frame of the operators' pages. */
import type { ReactNode } from "react";
import type { Page } from "../../../db/engine/page.ts";
import { iso } from "../../../db/people/columns.ts";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Notice } from "../../../islands/ui/Notice.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import { operatorTexts as words } from "../../../server/contract/operator/texts.ts";
import { flashAndRedirect, type Outcome, readForm, runFormAction } from "../../../server/http/form.ts";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import { version } from "../../../server/version.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { z } from "zod";
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

/** A page of the operators at a tab. */
export const operatorTab = (
  c: C,
  name: OperatorTab,
  body: ReactNode,
  failed?: Extract<Outcome<unknown>, { ok: false }>,
) =>
  page(c, {
    title: `${words.title}: ${words.tabs[name]}`,
    description: words.description,
    width: "wide",
    styles: ["operator-page"],
    path: operatorPaths.operator,
    status: failed?.status,
    headers: failed?.headers,
    toasts: failed && [{ kind: "error", text: failed.message }],
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

/** The query of the list that is shown: what is done to one of it comes back to it. */
export function listQuery(c: C, more: Record<string, string> = {}): string {
  const { query, after } = c.req.query();
  const entries = Object.entries({ query, after, ...more }).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}

interface Act<S extends z.ZodType> {
  schema: S;
  tab: OperatorTab;
  success: string;
}

/** Answers a form of an operator: does it, and goes back to the list that it was sent from with what became of it. */
export async function answerForm<S extends z.ZodType>(
  c: C,
  { schema, tab, success }: Act<S>,
  act: (fields: z.infer<S>) => Promise<unknown>,
): Promise<Response> {
  const outcome = await runFormAction(c, { schema, fields: await readForm(c) }, act);
  return flashAndRedirect(c, outcome, { success, to: operatorPaths.operatorTab(tab) + listQuery(c) });
}
