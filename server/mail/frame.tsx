/** What every mail looks like as HTML, and how it greets. */
import type { CSSProperties, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { MailSite } from "../settings/site.ts";

/** An HTML document with the content on a card. */
export const asHtml = (site: MailSite, subject: string, content: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(<Frame site={site} subject={subject}>{content}</Frame>)}`;

/** The plain text of paragraphs, with the signature. */
export const asText = (site: MailSite, ...paragraphs: string[]): string =>
  [...paragraphs, `-- \n${site.name}`].join("\n\n") + "\n";

/** Whether mail programs could make a link of a text: a stranger can register under any name. */
export const isLinkable = (text: string): boolean => /[/:@]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u.test(text);

/** A text without what could change how what follows it is read. */
export const inOneLine = (text: string): string =>
  text.replace(/\p{Bidi_Control}/gu, "").replace(/[\s\p{Cc}]+/gu, " ").trim();

/**
 * Greets by name, unless mail programs could make a link of it: a stranger can register somebody else's address
 * under any name, and would have us mail that link.
 */
export function greeting(name?: string | null): string {
  const plain = inOneLine(name ?? "");
  return plain && !isLinkable(plain) ? `Hello ${plain},` : "Hello,";
}

function Frame({ site, subject, children }: { site: MailSite; subject: string; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light" />
        <title>{subject}</title>
      </head>
      <body style={style.page}>
        <div style={style.card}>
          <p style={inAccent(site, "brand")}>{site.name}</p>
          {children}
        </div>
      </body>
    </html>
  );
}

// Mail programs know neither style sheets nor OKLCH: the colours of static/css/tokens.css, in hexadecimal.
const paper = "#fbf8f1", sheet = "#fffdfa", rule = "#e3ddd3", ink = "#291f18", fadedInk = "#665b53", accent = "#78292c";

export const style: Record<string, CSSProperties> = {
  page: {
    margin: 0,
    padding: "32px 16px",
    background: paper,
    color: ink,
    font: "16px/1.6 system-ui, -apple-system, 'Segoe UI', sans-serif",
  },
  card: {
    maxWidth: "544px",
    margin: "0 auto",
    padding: "24px 32px",
    background: sheet,
    border: `1px solid ${rule}`,
    borderRadius: "6px",
  },
  brand: {
    font: "600 24px/1.3 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif",
    color: accent,
  },
  button: {
    display: "inline-block",
    padding: "12px 24px",
    background: accent,
    color: sheet,
    borderRadius: "4px",
    fontWeight: 600,
    textDecoration: "none",
  },
  small: { fontSize: "14px", color: fadedInk },
  address: { color: accent, wordBreak: "break-all" },
};

/** One of the styles, with the site's own colour where it has one. */
export function inAccent({ accent: own }: MailSite, name: "brand" | "button" | "address"): CSSProperties {
  if (!own) return style[name];
  return { ...style[name], [name === "button" ? "background" : "color"]: own.light };
}
