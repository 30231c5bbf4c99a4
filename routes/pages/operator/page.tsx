/** The frame of the operators' pages. */
import type { ReactNode } from "react";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Tabs } from "../../../islands/ui/Tabs.tsx";
import * as constants from "../../../server/contract/constants.ts";
import { operatorTexts as words } from "../../../server/contract/operator_texts.ts";
import { formPaths } from "../../../server/contract/form_paths.ts";
import { type OperatorTab, operatorTabs } from "../../../server/contract/paths.ts";
import { flashAndRedirect, type Outcome, readForm, runFormAction } from "../../../server/http/form.ts";
import { timeFormatter } from "../../../islands/ui/time_format.ts";
import { readerLocale } from "../../../server/http/reader_locale.ts";
import type { Ctx, SignedInEnv } from "../../../server/http/router.ts";
import type { z } from "zod";
import { page } from "../../layout/page.tsx";

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
    path: formPaths.operator,
    status: failed?.status,
    headers: failed?.headers,
    toasts: failed && [{ kind: "error", text: failed.message }],
    body: (
      <div className="operator stack">
        <h1>{words.title}</h1>
        <Tabs
          label={words.title}
          tabs={operatorTabs.map((tab) => ({
            href: formPaths.operatorTab(tab),
            text: words.tabs[tab],
            icon: icons[tab],
            current: tab === name,
          }))}
        />
        <h2>{words.tabs[name]}</h2>
        {body}
      </div>
    ),
  });

/** How the reader's page writes times. */
export const formatOf = (c: C) => timeFormatter(readerLocale(c));

interface MoreProps {
  to: (after: string) => string;
  rows: { id: string }[];
  /** How many a page has. */
  page?: number;
}

/** A link to the next page of a list, where there may be one. */
export function More({ to, rows, page = constants.operator.page }: MoreProps) {
  if (rows.length < page) return null;
  return (
    <div>
      <LinkButton href={to(rows.at(-1)!.id)}>{words.more}</LinkButton>
    </div>
  );
}

interface Act<S extends z.ZodType> {
  schema: S;
  tab: OperatorTab;
  success: string;
}

/** Answers a form of an operator: does it, and goes back to its tab with what became of it. */
export async function answerForm<S extends z.ZodType>(
  c: C,
  { schema, tab, success }: Act<S>,
  act: (fields: z.infer<S>) => Promise<unknown>,
): Promise<Response> {
  const outcome = await runFormAction(c, { schema, fields: await readForm(c) }, act);
  return flashAndRedirect(c, outcome, { success, to: formPaths.operatorTab(tab) });
}
