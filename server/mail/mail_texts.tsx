/** The mails. Each is written once, and rendered as text and as HTML. */
import * as accountLimits from "../contract/account/limits.ts";
import type { MailSite } from "../settings/site.ts";
import { asHtml, asText, greeting, inAccent, style } from "./frame.tsx";
import type { Email } from "./mailer.ts";

type Message = Omit<Email, "to">;

interface Occasion {
  site: MailSite;
  /** The name entered with the address; not necessarily by its owner. */
  name?: string | null;
  /** The link, token and all. */
  url: string;
}

/** The mail that proves an address after registering. */
export const verificationMail = ({ site, name, url }: Occasion): Message =>
  write({
    site,
    subject: `Verify your email address for ${site.name}`,
    name,
    request: `Welcome to ${site.name}! Please confirm that this is your email address, and your account is ready.`,
    action: "Verify email address",
    url,
    lifetime: `The link works once, and for ${hours(accountLimits.verifyLink.lifetime)}.`,
    otherwise: `If you did not sign up at ${site.name}, please ignore this email: unless the link is followed, ` +
      `the account cannot be used, and is removed after ${days(accountLimits.unverified.lifetime)}.`,
  });

/** The mail that lets someone choose a new password. */
export const resetMail = ({ site, name, url }: Occasion): Message =>
  write({
    site,
    subject: `Choose a new password for ${site.name}`,
    name,
    request: `Someone, hopefully you, asked for a new password for your ${site.name} account. ` +
      "This link lets you choose one.",
    action: "Choose a new password",
    url,
    lifetime: `The link works once, and for ${
      hours(accountLimits.resetLink.lifetime)
    }. A new password logs you out everywhere.`,
    otherwise: "If you did not ask for this, please ignore this email: your password stays as it is.",
  });

interface Content {
  /** Whose mail it is. */
  site: MailSite;
  subject: string;
  name?: string | null;
  request: string;
  /** What following the link does; none where there is no link. */
  action?: string;
  url?: string;
  lifetime?: string;
  /** What to do for someone who did not request the mail. */
  otherwise: string;
}

/** A mail of one request, with the link that answers it where there is one. */
export const write = (content: Content): Message => ({
  subject: content.subject,
  text: textOf(content),
  html: asHtml(content.site, content.subject, <Html {...content} />),
});

function textOf({ site, name, request, action, url, lifetime, otherwise }: Content): string {
  const parts = [greeting(name), request, action && `${action}:\n${url}`, lifetime, otherwise];
  return asText(site, ...parts.filter((part) => part !== undefined));
}

function hours(ms: number): string {
  const count = ms / 3600_000;
  return count === 1 ? "1 hour" : `${count} hours`;
}

const days = (ms: number): string => `${ms / (24 * 3600_000)} days`;

const Html = ({ site, name, request, action, url, lifetime, otherwise }: Content) => (
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
