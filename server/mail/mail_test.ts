import { v7 as uuid } from "uuid";
import { operatorTexts } from "../contract/operator/texts.ts";
import type { Config } from "../settings/settings.ts";
import { write } from "./frame.tsx";
import { type Failure, openSmtp } from "./transports.ts";

const words = operatorTexts.mailFailed;

export interface MailOutcome {
  sent: boolean;
  text: string;
}

/** Milliseconds. Short, since the operator waits for the answer. */
const timeout = 20_000;

/** At once and not by the queue, so that the outcome can be shown. */
export async function sendTestMail(
  { mailUrl: url, mailFrom: from, site }: Pick<Config, "mailUrl" | "mailFrom" | "site">,
  { to, now }: { to: string; now: number },
): Promise<MailOutcome> {
  if (!url) return { sent: false, text: operatorTexts.noMail };
  const { subject, request, otherwise } = operatorTexts.testMail;
  const mail = write({ site, subject: subject(site.name), request: request(site.name), otherwise });
  const failure = await openSmtp({ url, from })
    .send({ id: uuid(), recipient: to, createdAt: now, ...mail }, AbortSignal.timeout(timeout));
  const { hostname: host } = new URL(url);
  return failure
    ? { sent: false, text: describeMailFailure(failure, { host, from, to }) }
    : { sent: true, text: operatorTexts.mailSent(host, to) };
}

/** Logs in, and sends nothing. */
export async function tryMailServer(url: string): Promise<Failure | undefined> {
  return await openSmtp({ url, from: "" }).verify(AbortSignal.timeout(timeout));
}

interface Envelope {
  host: string;
  from: string;
  to: string;
}

/** In words, with what to do: by the codes of Node and nodemailer, since servers repeat addresses in their answers. */
export function describeMailFailure({ code = "", command = "", answer }: Omit<Failure, "permanent">, mail: Envelope) {
  const { host, from, to } = mail;
  if (["ENOTFOUND", "EAI_AGAIN", "EDNS"].includes(code)) return words.unknownHost(host);
  if (code === "ECONNREFUSED") return words.refused(host);
  if (["ETIMEDOUT", "ETIME", "ETIMEOUT", "EHOSTUNREACH", "ENETUNREACH", "ABORT_ERR", "EABORT"].includes(code)) {
    return words.silent(host);
  }
  if (code === "EAUTH" || command.startsWith("AUTH") || answer === 530 || answer === 535) return words.login(host);
  if (command === "MAIL FROM") return words.sender(from);
  if (command === "RCPT TO") return words.recipient(to);
  if (/TLS|CERT|SSL|ALTNAME|ESOCKET|ISSUER/.test(code)) return words.encryption(host);
  return words.other(host, [code, answer].filter(Boolean).join(" "));
}
