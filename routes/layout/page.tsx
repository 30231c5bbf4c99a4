import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { getCookie } from "hono/cookie";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type Flash, takeFlash } from "../../server/http/flash.ts";
import type { Ctx, Env } from "../../server/http/router.ts";
import type { Style, StyleName } from "../../server/contract/assets.ts";
import { Document, type PageStyle } from "./Document.ts";
import { Frame } from "./Frame.tsx";
import { IslandNames } from "./Island.tsx";

export interface Page {
  title?: string;
  /** What the page is, in a sentence. */
  description: string;
  /** How wide the content may be; a reading measure by default. */
  width?: "narrow" | "wide";
  status?: ContentfulStatusCode;
  /** Of the answer, beside those of every page. */
  headers?: Record<string, string>;
  /** Shown beside the one that a form may have left. */
  toasts?: Flash[];
  refresh?: { after: number; to: string };
  /** The style sheets that it needs beside the one of every page. */
  styles?: readonly StyleName[];
  /** The path that the navigation marks, where it is not this address's. */
  path?: string;
  /** Without the navigation, which depends on the viewer. */
  bare?: boolean;
  body: ReactNode;
}

/** Answers with a whole page: document, frame and content. */
export function page<E extends Env>(
  c: Ctx<E>,
  { width, status = 200, headers, toasts = [], path = c.req.path, bare, styles = [], body, ...head }: Page,
) {
  const { assets, config } = c.var.deps;
  const flash = takeFlash(c);
  const islands: string[] = [];
  const frame = renderToString(
    <IslandNames value={islands}>
      <Frame bare={bare} viewer={c.var.session?.user} path={path} toasts={flash ? [flash, ...toasts] : toasts}>
        <main id="content" className={width ? `page page--${width}` : "page"}>{body}</main>
      </Frame>
    </IslandNames>,
  );
  const filesOf = (files: Record<string, string[]>) => [...new Set(islands.flatMap((name) => files[name] ?? []))];
  const sheets: StyleName[] = ["main", ...styles];
  const cookies = getCookie(c);
  return c.html(
    Document({
      ...head,
      viewer: c.var.session?.user.id,
      styles: sheets.map((name) => pageStyle(assets.styles[name], name, cookies)),
      script: assets.script,
      first: [...assets.shared, ...filesOf(assets.first)],
      preload: filesOf(assets.islands),
      api: config.apiBase,
      frame,
    }),
    status,
    headers,
  );
}

/** A style sheet, with its content unless a cookie shows that the browser has this version cached. */
function pageStyle({ href, css }: Style, name: StyleName, cookies: Record<string, string>): PageStyle {
  const hash = /-(\w+)\.css$/.exec(href)![1];
  const cookie = `style-${name}`;
  return { href, css: cookies[cookie] === hash ? undefined : css, mark: `${cookie}=${hash}` };
}
