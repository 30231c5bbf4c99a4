import { getCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ContextType, ReactNode } from "react";
// For Deno `react-dom/server` is the one for browsers, whose open channel keeps a process from ending by itself.
import { renderToString } from "react-dom/server.node";
import type { Db } from "../../db/engine/client.ts";
import { countUnreadNotices } from "../../db/notices/notices.ts";
import { countUnread } from "../../db/site/overview.ts";
import { FormError } from "../../islands/forms/FormError.tsx";
import { LinkButton } from "../../islands/ui/Button.tsx";
import { PreviewContext } from "../../islands/ui/PreviewButton.tsx";
import { DrawContext } from "../../islands/ui/Drawn.tsx";
import { isOpen } from "../../server/actions/account/registration.ts";
import { isOperator } from "../../server/auth/operators.ts";
import type { Style, StyleName } from "../../server/contract/site/assets.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { type Flash, isClosed, setFlash, takeFlash } from "../../server/http/cookies.ts";
import type { Fields, Refusal } from "../../server/http/form.ts";
import { contentSecurityPolicy, permissionsPolicy } from "../../server/http/headers.ts";
import { logFailure } from "../../server/http/request_log.ts";
import type { Ctx, Env, SignedInEnv } from "../../server/http/router.ts";
import type { Config } from "../../server/settings/settings.ts";
import type { Site } from "../../server/settings/site.ts";
import { DrawnPreviewButton } from "./DrawnPreviewButton.tsx";
import { draw } from "./drawn.tsx";
import { Document, type LinkPreview, type PageStyle, type Refresh, speculationRules } from "./Document.ts";
import { Frame, hasRules } from "./Frame.tsx";
import { escapedProps, Islands } from "./Island.tsx";

export interface Page {
  title?: string;
  description: string;
  width?: "narrow" | "wide";
  status?: ContentfulStatusCode;
  headers?: Record<string, string>;
  /** That of a form on it, by which it is answered. */
  refusal?: Pick<Refusal, "status" | "headers">;
  inline?: string;
  /** Whether its scripts may ask for the camera, and compile the program that reads a barcode. */
  camera?: boolean;
  toasts?: Flash[];
  refresh?: Refresh;
  styles?: readonly StyleName[];
  lateStyles?: readonly StyleName[];
  /** The path that the navigation marks, where it is not this address's. */
  path?: string;
  /** How much is unread for the viewer, and how many notices, where the page knows it. */
  news?: { unread?: number; notices: number };
  /** What other sites show of a link to it. */
  preview?: LinkPreview;
  /** Without the navigation, which depends on the viewer. */
  bare?: boolean;
  /** Nothing is beside its content, which leads back itself; what is unread is not counted. */
  quiet?: boolean;
  /** The id of what is painted first, where the rest may follow as it arrives; the whole page without it. */
  paintedFrom?: string;
  body: ReactNode;
}

export type C = Ctx<SignedInEnv>;

/** What a tab adds to its page. */
export interface TabContent {
  content: ReactNode;
  toasts?: Flash[];
  styles?: StyleName[];
}

/** A form that was refused, without script: its page is shown again. */
export interface FailedForm {
  refusal: Refusal;
  sent: Fields;
}

export type Tab<Subject, Failed = FailedForm> = (
  c: C,
  subject: Subject,
  failed?: Failed,
) => Promise<TabContent> | TabContent;

export async function page<E extends Env>(
  c: Ctx<E>,
  {
    width,
    refusal,
    status = refusal?.status,
    headers,
    toasts = [],
    path = c.req.path,
    bare,
    quiet,
    camera = false,
    news = quiet ? { unread: 0, notices: 0 } : undefined,
    preview,
    styles = [],
    lateStyles = [],
    paintedFrom = "toasts",
    body,
    ...head
  }: Page,
) {
  const { deps, deps: { assets, config }, session } = c.var;
  const flash = takeFlash(c);
  const shown = flash ? [flash, ...toasts] : toasts;
  const { unread, notices, announcement } = await currentFor(c, { bare, news });
  const { pathname, search } = new URL(c.req.url);
  const { html, islands } = drawPage(
    <Frame
      site={config.site}
      bare={bare}
      quiet={quiet}
      user={session?.user}
      current={path}
      here={pathname + search}
      unread={unread}
      notices={notices}
      toasts={shown}
      announcement={announcement}
      isOperator={isOperator(config, session?.user)}
      isOpen={isOpen(deps)}
      isGuest={Boolean(session?.guestUntil)}
    >
      <main id="content" className={width ? `page page--${width}` : "page"}>{body}</main>
    </Frame>,
  );
  const filesOf = (files: Record<string, string[]>) => [...new Set(islands.flatMap(({ name }) => files[name] ?? []))];
  const sheets = stylesFor(c, [
    "main",
    ...hasRules(config.site) ? ["site-footer"] as const : [],
    ...announcement ? ["announcement"] as const : [],
    ...shown.length > 0 ? ["server-toast"] as const : [],
    ...styles,
    // Whatever is on the page, few have texts with a form.
    ...html.includes(` written"`) ? ["written"] as const : [],
  ]);
  // Hono's templates are objects, of which the server would make a copy too.
  const text = Document({
    ...head,
    site: config.site,
    preview: preview && withAddress(config, preview),
    unread,
    viewer: bare ? undefined : session?.user.id,
    styles: sheets,
    lateStyles: lateStyles.map((name) => assets.styles[name].href),
    script: assets.script,
    first: [...assets.shared, ...filesOf(assets.first)],
    preload: filesOf(assets.islands),
    api: config.apiBase,
    paintedFrom,
    frame: html,
    props: islands.map((island) => ({ prefix: island.prefix, json: escapedProps(island) })),
  }).toString();
  const policies = policiesOf(config.site, { sheets, inline: head.inline, camera });
  const response = c.html(text, status, { ...headers, ...refusal?.headers, ...policies });
  c.set("made", { response, text });
  return response;
}

/** Fetched by a script to renew a part of an open page. The script compares the viewer; a waiting toast stays. */
export function partOfPage(c: C, body: ReactNode, headers?: Record<string, string>): Response {
  const { html: text } = drawPage(
    <html data-viewer={c.var.user.id}>
      <body>{body}</body>
    </html>,
  );
  const response = c.html(text, 200, headers);
  c.set("made", { response, text });
  return response;
}

/** What a page shows beside its content, as it is now: how much is unread, and the operator's announcement. */
async function currentFor<E extends Env>(c: Ctx<E>, { bare, news }: Pick<Page, "bare" | "news">) {
  const [unread, notices, current] = await Promise.all([
    news?.unread ?? countFor(c, countUnread),
    news?.notices ?? (bare ? 0 : countFor(c, countUnreadNotices)),
    bare ? undefined : c.var.deps.announcement.current(),
  ]);
  const announcement = current && !isClosed(c, "announcement", current.id) ? current : undefined;
  return { unread, notices, announcement };
}

function drawPage(content: ReactNode) {
  const islands: ContextType<typeof Islands> = [];
  const html = renderToString(
    <Islands value={islands}>
      <PreviewContext value={DrawnPreviewButton}>
        <DrawContext value={draw}>{content}</DrawContext>
      </PreviewContext>
    </Islands>,
  );
  return { html, islands };
}

function stylesFor<E extends Env>(c: Ctx<E>, names: StyleName[]): PageStyle[] {
  const cookies = getCookie(c);
  return names.map((name) => pageStyle(c.var.deps.assets.styles[name], name, cookies));
}

interface Allowed {
  sheets: PageStyle[];
  inline?: string;
  camera: boolean;
}

const policiesOf = ({ accent }: Site, { sheets, inline, camera }: Allowed): Record<string, string> => ({
  "Content-Security-Policy": contentSecurityPolicy({
    scripts: inline ? [speculationRules, inline] : [speculationRules],
    styles: [...sheets.flatMap(({ css }) => css ?? []), ...accent ? [accent.css] : []],
    compiles: camera,
  }),
  ...camera && { "Permissions-Policy": permissionsPolicy({ camera }) },
});

/** The picture is at a public address, since programs that ask for it have no session. */
const withAddress = ({ publicUrl, site: { logo } }: Config, { image, ...preview }: LinkPreview) => ({
  ...preview,
  image: publicUrl + (image ?? (logo?.type === "image/png" ? logo.href : sitePaths.largeIcon)),
});

async function countFor<E extends Env>(c: Ctx<E>, count: (db: Db, viewerId: string) => Promise<number>) {
  const { deps, session } = c.var;
  return session ? await tryLoad(c, () => count(deps.db, session.user.id)) ?? 0 : 0;
}

/** A style sheet, with its content unless a cookie shows that the browser has this version cached. */
function pageStyle({ href, css }: Style, name: StyleName, cookies: Record<string, string>): PageStyle {
  const hash = /-(\w+)\.css$/.exec(href)![1];
  const cookie = `style-${name}`;
  return { href, css: cookies[cookie] === hash ? undefined : css, mark: `${cookie}=${hash}` };
}

/** A failure is logged and returns undefined: the rest of the page is still of use. */
export async function tryLoad<E extends Env, T>(c: Ctx<E>, load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (err) {
    logFailure(c, err, "a part of a page could not be loaded");
  }
}

/** It may never be shown. The browser asks again for a page that it did not get. */
export const isFetchedAhead = (c: C): boolean => c.req.header("Sec-Purpose")?.includes("prefetch") ?? false;

/** Where the page cannot be shown at all. */
export function toDashboard<E extends Env>(c: Ctx<E>, error: string): Response {
  setFlash(c, "error", error);
  return c.redirect(sitePaths.dashboard, 303);
}

export const failures = (...texts: (string | false | undefined)[]): Flash[] =>
  texts.filter((text) => typeof text === "string").map((text) => ({ kind: "error", text }));

export const LoadError = ({ text, href }: { text: string; href: string }) => (
  <div className="stack">
    <FormError text={text} />
    <div>
      <LinkButton href={href}>Try again</LinkButton>
    </div>
  </div>
);
