/** The mails. Each is written once, and rendered as text and as HTML. */
import type { CSSProperties } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as constants from "../contract/constants.ts";
import { texts } from "../contract/texts.ts";
import type { Email } from "./mailer.ts";

type Message = Omit<Email, "to">;

interface Occasion {
  /** The name entered with the address; not necessarily by its owner. */
  name?: string | null;
  /** The link, token and all. */
  url: string;
}

/** The mail that proves an address after registering. */
export const verificationMail = ({ name, url }: Occasion): Message =>
  write({
    subject: `Verify your email address for ${texts.productName}`,
    greeting: greeting(name),
    request:
      `Welcome to ${texts.productName}! Please confirm that this is your email address, and your account is ready.`,
    action: "Verify email address",
    url,
    lifetime: `The link works once, and for ${hours(constants.verifyLink.lifetime)}.`,
    otherwise:
      `If you did not sign up at ${texts.productName}, please ignore this email: unless the link is followed, the account cannot be used, and is removed after ${
        days(constants.unverified.lifetime)
      }.`,
  });

/** The mail that lets someone choose a new password. */
export const resetMail = ({ name, url }: Occasion): Message =>
  write({
    subject: `Choose a new password for ${texts.productName}`,
    greeting: greeting(name),
    request:
      `Someone, hopefully you, asked for a new password for your ${texts.productName} account. This link lets you choose one.`,
    action: "Choose a new password",
    url,
    lifetime: `The link works once, and for ${
      hours(constants.resetLink.lifetime)
    }. A new password logs you out everywhere.`,
    otherwise: "If you did not ask for this, please ignore this email: your password stays as it is.",
  });

interface Content {
  subject: string;
  greeting: string;
  request: string;
  /** What following the link does. */
  action: string;
  url: string;
  lifetime: string;
  /** What to do for someone who did not request the mail. */
  otherwise: string;
}

const write = (content: Content): Message => ({
  subject: content.subject,
  text: asText(content),
  html: `<!doctype html>${renderToStaticMarkup(<Html {...content} />)}`,
});

const asText = ({ greeting, request, action, url, lifetime, otherwise }: Content): string =>
  [greeting, request, `${action}:\n${url}`, lifetime, otherwise, `-- \n${texts.productName}`].join("\n\n") + "\n";

function hours(ms: number): string {
  const count = ms / 3600_000;
  return count === 1 ? "1 hour" : `${count} hours`;
}

const days = (ms: number): string => `${ms / (24 * 3600_000)} days`;

/**
 * Greets by name, unless mail programs could make a link of it: a stranger can register somebody else's address
 * under any name, and would have us mail that link.
 */
function greeting(name?: string | null): string {
  const plain = (name ?? "").replace(/\p{Bidi_Control}/gu, "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  const linkable = /[/:@]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}/u.test(plain);
  return plain && !linkable ? `Hello ${plain},` : "Hello,";
}

function Html({ subject, greeting, request, action, url, lifetime, otherwise }: Content) {
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
          <p style={style.brand}>{texts.productName}</p>
          <p>{greeting}</p>
          <p>{request}</p>
          <p>
            <a href={url} style={style.button}>{action}</a>
          </p>
          <p style={style.small}>
            Or copy this address into your browser:
            <br />
            <a href={url} style={style.address}>{url}</a>
          </p>
          <p style={style.small}>{lifetime}</p>
          <p style={style.small}>{otherwise}</p>
        </div>
      </body>
    </html>
  );
}

// Mail programs know neither style sheets nor OKLCH: the colours of static/css/tokens.css, in hexadecimal.
const paper = "#fbf8f1", sheet = "#fffdfa", rule = "#e3ddd3", ink = "#291f18", fadedInk = "#665b53", accent = "#78292c";

const style: Record<string, CSSProperties> = {
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
