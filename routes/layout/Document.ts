import { html, raw } from "hono/html";
import { texts } from "../../server/contract/texts.ts";

interface Props {
  title?: string;
  description?: string;
  /** Hashed address of the style sheet. */
  style: string;
  /** Hashed address of the script. */
  script: string;
  /** Chunks that the page's islands will want. */
  preload: string[];
  nonce?: string;
  /** Base path of the API, for islands. */
  api: string;
  /** Where to go by itself, and after how many seconds. */
  refresh?: { after: number; to: string };
  /** The page, rendered. */
  frame: string;
}

/**
 * The HTML document around every page. It is text and no React, which would lift the hints for scripts into the
 * head, before the content that they are to come after.
 */
export function Document({ title, description, style, script, preload, nonce, api, refresh, frame }: Props) {
  return html`
    <!doctype html>
    <html lang="en" data-api="${api}">
      <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
    <title>${title ? `${title} · ${texts.productName}` : texts.productName}</title>
    ${description && html`<meta name="description" content="${description}">`}
    ${refresh && html`<meta http-equiv="refresh" content="${refresh.after};url=${refresh.to}">`}
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${style}">
      </head>
      <body>
    <div class="frame">${raw(frame)}</div>
    <template id="island-retry"><p role="alert">${texts.transport
      .chunkTimeout} <button type="button" class="button button--quiet">Try again</button></p></template>
    <script type="module" src="${script}" nonce="${nonce ?? ""}"></script>
    ${preload.map((chunk) => html`<link rel="modulepreload" href="${chunk}" fetchpriority="low">`)}
      </body>
    </html>
  `;
}
