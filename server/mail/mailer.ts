import { v7 as uuid } from "uuid";
import { type Db, libsqlError, type Statement } from "../../db/engine/client.ts";
import { countMails, insertMail, type NewMail, pruneStoredMails } from "../../db/notices/mail_queue.ts";
import type { Log } from "../log.ts";
import type { Config } from "../settings/settings.ts";
import { MailQueue } from "./queue.ts";
import { openSmtp } from "./transports.ts";

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** For one click in a mail program; none where such mails cannot be refused. */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /** Written in one transaction with what the email is about. @throws RangeError when `to` is not one plain address */
  enqueue(email: Email): Statement;
  rowOf(email: Email): NewMail;
  wake(): void;
  close(): Promise<void>;
}

interface MailerDeps {
  db: Db;
  clock: () => number;
  log: Log;
  config: Config;
  onSent?: () => void;
}

/** Without a `mailUrl` emails are stored to be read at /dev/mail, and stay there when one is set later. */
export function openMailer({ db, clock, log, config, onSent }: MailerDeps): Mailer {
  const { mailUrl: url, mailFrom: from, redisUrl } = config;
  const outbox = url
    ? new MailQueue({ db, clock, log, transport: openSmtp({ url, from }), onSent, isShared: redisUrl !== undefined })
    : storedMail({ db, log });
  outbox.wake();
  return { ...mailsOf({ db, clock, config }), wake: () => outbox.wake(), close: () => outbox.close() };
}

export const openStoringMailer = (parts: Pick<MailerDeps, "db" | "clock" | "config">): Mailer => ({
  ...mailsOf(parts),
  wake() {},
  close: () => Promise.resolve(),
});

function mailsOf(
  { db, clock, config }: Pick<MailerDeps, "db" | "clock" | "config">,
): Pick<Mailer, "enqueue" | "rowOf"> {
  const rowOf = ({ to, subject, text, html, unsubscribeUrl }: Email): NewMail => {
    const now = clock();
    const envelope = { recipient: oneAddress(to), subject: oneLine(subject) };
    return { id: uuid(), ...envelope, text, html, createdAt: now, dueAt: config.mailUrl ? now : null, unsubscribeUrl };
  };
  return { enqueue: (email) => insertMail(db, rowOf(email)), rowOf };
}

const maxStored = 1000;

function storedMail({ db, log }: Pick<MailerDeps, "db" | "log">): Pick<Mailer, "wake" | "close"> {
  let pruning = Promise.resolve();
  const prune = async () => {
    if ((await countMails(db)).stored > maxStored) await pruneStoredMails(db, maxStored);
  };
  return {
    wake() {
      pruning = pruning.then(prune)
        .catch((error) => log.error({ code: libsqlError(error)?.code }, "stored mails could not be pruned"));
    },
    close: () => pruning,
  };
}

/** Refuses characters that could end the address, or begin another address or header. */
function oneAddress(to: string): string {
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(to)) {
    throw new RangeError("not one mail address");
  }
  return to;
}

const oneLine = (subject: string) => subject.replace(/[\s\p{Cc}]+/gu, " ").trim();
