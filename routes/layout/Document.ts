import { html, raw } from "hono/html";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { peoplePaths } from "../../server/contract/people/paths.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { transportTexts } from "../../server/contract/site/texts.ts";
import { titleWith } from "../../server/contract/site/unread.ts";
import type { Site } from "../../server/settings/site.ts";

export interface PageStyle {
  href: string;
  /** Its content, for a browser that does not have it: one round trip less before anything is painted. */
  css?: string;
  mark: string;
}

/** Where to go by itself. */
export interface Refresh {
  to: string;
  /** Seconds. */
  after: number;
  /** With script too, which else does it in its own way. */
  always?: boolean;
}

export interface LinkPreview {
  title: string;
  description: string;
  /** Its path. */
  image?: string | null;
}

interface Props {
  site: Site;
  /** Its image with the whole address. */
  preview?: LinkPreview;
  title?: string;
  description: string;
  styles: PageStyle[];
  lateStyles: string[];
  script: string;
  /** What it needs at once: on a slow line these are on their way while the page arrives. */
  first: string[];
  preload: string[];
  api: string;
  /** The user the page is for: its calls send it, and are refused when someone else has signed in meanwhile. */
  viewer?: string;
  unread: number;
  /** A script that runs before anything is painted. Its hash stands in the content security policy. */
  inline?: string;
  refresh?: Refresh;
  /** The id of what has to be there before anything is painted. */
  paintedFrom: string;
  frame: string;
  props: { prefix: string; json: string }[];
}

/** Text and no React, which would lift the hints for scripts above the content that they are to come after. */
export function Document(
  {
    site,
    preview,
    title,
    description,
    styles,
    lateStyles,
    script,
    first,
    preload,
    api,
    viewer,
    unread,
    inline,
    refresh,
    paintedFrom,
    frame,
    props,
  }: Props,
) {
  return html`
    <!doctype html>
    <html lang="en" data-api="${api}" data-viewer="${viewer ?? ""}">
      <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
    <title>${titleWith(unread, title ? `${title} · ${site.name}` : site.name)}</title>
    <meta name="description" content="${description}">
    ${preview && previewTags(site, preview)}
    ${refresh && refreshing(refresh)}
    <meta name="color-scheme" content="light dark">
    <meta name="theme-color" content="${site.accent?.light ?? paper.light}" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="${site.accent?.dark ?? paper.dark}" media="(prefers-color-scheme: dark)">
    ${inline && html`<script>${raw(inline)}</script>`}
    <link rel="expect" href="#${paintedFrom}" blocking="render">
    ${first.map((chunk) => html`<link rel="modulepreload" href="${chunk}">`)}
    ${icons(site, unread > 0)}
    <link rel="manifest" href="${sitePaths.manifest}">
    ${styles.map(({ href, css, mark }) =>
      css
        ? html`<style data-href="${href}" data-mark="${mark}">${raw(css)}</style>`
        : html`<link rel="stylesheet" href="${href}">`
    )}${site.accent && html`<style>${raw(site.accent.css)}</style>`}
      </head>
      <body>
    <div class="frame">${raw(frame)}</div>
    <template id="island-retry"><p role="alert">${transportTexts
      .chunkTimeout} <button type="button" class="button button--quiet">Try again</button></p></template>
    ${lateStyles.map((href) => html`<link rel="stylesheet" href="${href}" media="print" data-late>`)}
    <script type="module" src="${script}"></script>
    ${preload.map((chunk) => html`<link rel="modulepreload" href="${chunk}" fetchpriority="low">`)}
    ${props.map(({ prefix, json }) =>
      html`<script type="application/json" data-props="${prefix}">${raw(json)}</script>`
    )}
    <script type="speculationrules">${raw(speculationRules)}</script>
      </body>
    </html>
  `;
}

function refreshing({ to, after, always }: Refresh) {
  const tag = html`<meta http-equiv="refresh" content="${after};url=${to}">`;
  return always ? tag : html`<noscript>${tag}</noscript>`;
}

/** https://ogp.me */
const previewTags = ({ name }: Site, { title, description, image }: LinkPreview) =>
  html`
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="${name}">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:image" content="${image}">
    <meta name="twitter:card" content="summary">
  `;

/** A logo has no form for news: the title says them, and the script leaves it as it is. Apple's devices draw no SVG. */
const icons = ({ logo }: Site, hasNews: boolean) => {
  const icon = logo
    ? html`<link rel="icon" href="${logo.href}" type="${logo.type}" data-logo>`
    : html`<link rel="icon" href="${sitePaths.favicon(hasNews)}" type="image/svg+xml">`;
  const apple = logo?.type === "image/png" ? logo.href : "/icons/app-apple-180.png";
  return html`${icon}
    <link rel="apple-touch-icon" href="${apple}">`;
};

/** `--paper` of `tokens.css`, for what the browser draws around the page. */
const paper = { light: "#faf6ef", dark: "#191410" };

/** Named one by one: opening a link that came by mail might change something, and so might logging in. */
const prefetched = [
  sitePaths.home,
  sitePaths.landing,
  sitePaths.about,
  sitePaths.contact,
  sitePaths.events,
  `${sitePaths.dashboard}*`,
  `${peoplePaths.profile}*`,
  `${peoplePaths.user("")}*`,
  `${groupPaths.group("")}*`,
];
/** A script opens the members in place: what was fetched for following the link would be of no use. */
const openedInPlace = ".tab[href$='tab=members']";

export const speculationRules = JSON.stringify({
  prefetch: [{
    where: { and: [{ href_matches: prefetched }, { not: { selector_matches: openedInPlace } }] },
    eagerness: "moderate",
  }],
});
