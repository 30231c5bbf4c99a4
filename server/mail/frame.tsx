import type { CSSProperties, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server.node";
import type { MailSite } from "../settings/site.ts";
import { isLinkable } from "./links.ts";
import type { Email } from "./mailer.ts";

export const asHtml = (site: MailSite, subject: string, content: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(<Frame site={site} subject={subject}>{content}</Frame>)}`;

export const asText = (site: MailSite, ...paragraphs: string[]): string =>
  [...paragraphs, `-- \n${site.name}`].join("\n\n") + "\n";

export const inOneLine = (text: string): string =>
  text.replace(/\p{Bidi_Control}/gu, "").replace(/[\s\p{Cc}]+/gu, " ").trim();

/** A stranger can register somebody else's address under any name, and would have us mail that link. */
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
  link: { color: accent, overflowWrap: "anywhere" },
  address: { color: accent, wordBreak: "break-all" },
};

export function inAccent({ accent: own }: MailSite, name: "brand" | "button" | "link" | "address"): CSSProperties {
  if (!own) return style[name];
  return { ...style[name], [name === "button" ? "background" : "color"]: own.light };
}

export interface Owner {
  site: MailSite;
  name?: string | null;
  url?: string;
}

interface Content {
  subject: string;
  request: string;
  action?: string;
  lifetime?: string;
  otherwise: string;
}

export const write = (mail: Owner & Content): Omit<Email, "to"> => ({
  subject: mail.subject,
  text: textOf(mail),
  html: asHtml(mail.site, mail.subject, <Html {...mail} />),
});

export const toOwner = (owner: Owner, content: Content) => write({ ...owner, action: "See your account", ...content });

function textOf({ site, name, request, action, url, lifetime, otherwise }: Owner & Content): string {
  const parts = [greeting(name), request, action && `${action}:\n${url}`, lifetime, otherwise];
  return asText(site, ...parts.filter((part) => part !== undefined));
}

const Html = ({ site, name, request, action, url, lifetime, otherwise }: Owner & Content) => (
  <>
    <p>{greeting(name)}</p>
    <p>{request}</p>
    {action && (
      <>
        <p>
          <a href={url} style={inAccent(site, "button")}>{action}</a>
        </p>
        <p style={style.small}>
          Or copy this address into your browser:
          <br />
          <a href={url} style={inAccent(site, "address")}>{url}</a>
        </p>
      </>
    )}
    {lifetime && <p style={style.small}>{lifetime}</p>}
    <p style={style.small}>{otherwise}</p>
  </>
);
