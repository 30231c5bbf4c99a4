/** Sending a mail by SMTP. */
import type { NewMail } from "../../db/notices/mail_queue.ts";

/** A mail that is ready to be sent. */
export type OutgoingEmail = Omit<NewMail, "dueAt">;

export interface Transport {
  /**
   * Hands a mail over to the mail server.
   *
   * @param signal cancels it
   * @returns nothing once the server accepted it, else why it did not
   */
  send(mail: OutgoingEmail, signal: AbortSignal): Promise<Failure | undefined>;
}

/**
 * Why a mail was not accepted, without the server's text: servers often repeat addresses and content in it.
 */
export interface Failure {
  /** Such as `ECONNREFUSED` or `EENVELOPE`. */
  code?: string;
  /** The SMTP command that failed; `CONN` stands for connecting. */
  command?: string;
  /** The server's three digits. */
  answer?: number;
  /** Whether a retry would fail as well. */
  permanent: boolean;
}

/** Milliseconds after which a server that keeps the connection alive without finishing is given up. */
const sendTimeout = 60_000;

/**
 * A transport to an SMTP server.
 *
 * @param url `smtp://` or `smtps://`, with `user:password@` where the server requires it. nodemailer's options may
 * follow as a query, such as `?requireTLS=true`
 * @param from the sender: an address, or a name with the address in angle brackets
 */
export function openSmtp({ url, from }: { url: string; from: string }): Transport {
  let server: ReturnType<typeof smtpServer> | undefined;
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, recipient, createdAt, subject, text, html, unsubscribeUrl }, signal) {
      const mail = {
        from,
        to: { name: "", address: recipient },
        subject,
        text,
        html,
        date: new Date(createdAt),
        // The same for each try, so that mail programs recognize a mail that arrives twice.
        messageId: `<${id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated", ...unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(sendTimeout)]),
      };
      server ??= smtpServer(url).catch((error) => {
        server = undefined;
        throw error;
      });
      try {
        await (await server).sendMail(mail);
      } catch (error) {
        return failure(error as SmtpError);
      }
    },
  };
}

/** With these a mail program unsubscribes its reader by a request of its own (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Loads nodemailer, with the first mail: a service that has sent none yet saves some megabytes. */
async function smtpServer(url: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    socketCloseTimeout: 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

interface SmtpError {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
}

const failure = (error: SmtpError): Failure => ({
  code: error.originalCode ?? error.code,
  command: error.command,
  answer: error.responseCode,
  permanent: isPermanent(error),
});

/**
 * Whether the server will never accept this mail. Where it refuses the sender or the login, the settings are wrong, and
 * the mail can be sent once they are fixed; likewise for 503 (wrong order) and 530 (authentication required).
 */
function isPermanent({ command = "", responseCode = 0 }: SmtpError): boolean {
  const aboutTheMail = command === "RCPT TO" || command === "DATA";
  return aboutTheMail && responseCode >= 500 && responseCode !== 503 && responseCode !== 530;
}
