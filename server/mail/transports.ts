import type { NewMail } from "../../db/notices/mail_queue.ts";

type OutgoingEmail = Omit<NewMail, "dueAt">;

export interface Transport {
  send(mail: OutgoingEmail, signal: AbortSignal): Promise<Failure | undefined>;
}

/** Without the server's text: servers often repeat addresses and content in it. */
export interface Failure {
  code?: string;
  command?: string;
  answer?: number;
  permanent: boolean;
}

/** Milliseconds after which a server that keeps the connection alive without finishing is given up. */
const sendTimeout = 60_000;

export interface MailServer extends Transport {
  /** Logs in, and sends nothing. */
  verify(signal: AbortSignal): Promise<Failure | undefined>;
}

export function openSmtp({ url, from }: { url: string; from: string }): MailServer {
  let server: ReturnType<typeof smtpServer> | undefined;
  const domain = /@([a-z0-9.-]+)>?\s*$/i.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, recipient, createdAt, subject, text, html, unsubscribeUrl, calendar }, signal) {
      const mail = {
        from,
        to: { name: "", address: recipient },
        subject,
        text,
        html,
        ...calendar && { icalEvent: { method: "PUBLISH", filename: "meetings.ics", content: calendar } },
        date: new Date(createdAt),
        // Mail programs recognize by it a mail that arrives twice: each try has this one.
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
    async verify(signal) {
      const given = await smtpServer(url);
      const { promise, reject } = Promise.withResolvers<never>();
      const stop = () => reject({ code: "ETIMEDOUT" });
      signal.addEventListener("abort", stop);
      try {
        await Promise.race([given.verify(), promise]);
      } catch (error) {
        return failure(error as SmtpError);
      } finally {
        signal.removeEventListener("abort", stop);
        given.close();
      }
    },
  };
}

/** With these a mail program unsubscribes its reader by a request of its own (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

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

/** A refused sender or login, 503 (wrong order) and 530 (authentication required) are settings that can be fixed. */
function isPermanent({ command = "", responseCode = 0 }: SmtpError): boolean {
  const aboutTheMail = command === "RCPT TO" || command === "DATA";
  return aboutTheMail && responseCode >= 500 && responseCode !== 503 && responseCode !== 530;
}
