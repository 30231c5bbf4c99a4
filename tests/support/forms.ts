/** Pages and forms, as people without script have them. */
import type { TestApp } from "./app.ts";
import { setCookieOf, submit, visit } from "./requests.ts";

type App = Pick<TestApp, "url">;
type Holder = { token: string } | null;

export const read = async (app: App, path: string, as?: Holder): Promise<string> =>
  await (await visit(app, path, as)).text();

/** Sends a form. @returns its answer, where it leads, and the outcome that the next page will show */
export async function send(app: App, path: string, as: Holder, fields: Record<string, string> = {}) {
  const response = await submit(app, path, as, fields);
  const flash = setCookieOf(response, "chapterhouse_flash")?.value;
  const toast = flash && JSON.parse(decodeURIComponent(decodeURIComponent(flash)));
  const { status, headers } = response;
  return {
    status,
    headers,
    flash,
    html: await response.text(),
    to: headers.get("Location"),
    kind: toast?.kind as string | undefined,
    toast: toast?.text as string | undefined,
  };
}

/** The texts of a page's toasts. */
export const toastsIn = (html: string): string[] =>
  [...html.replace(/<template[^]*?<\/template>/g, "").matchAll(/data-text="true">([^<]*)</g)].map(([, text]) => text);

/** The key of the first form of a page that has one: what it sends again is stored once. */
export const formKeyIn = (html: string): string => /name="formKey" value="([^"]+)"/.exec(html)![1];
