/** Mail: stored in the queue together with what it is about, and sent from there in the background. */
import { v7 as uuid } from "uuid";
import { type Db, libsqlError, type Statement } from "../../db/engine/client.ts";
import { countMails, insertMail, type NewMail, pruneStoredMails } from "../../db/notices/mail_queue.ts";
import type { Config } from "../settings/settings.ts";
import type { Log } from "../log/log.ts";
import { MailQueue } from "./queue.ts";
import { openSmtp } from "./transports.ts";

/** An email to one person, as text and HTML. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a mail program unsubscribes its reader from such mails with one click; none where they cannot be refused. */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /**
   * The statement that adds an email to the queue; it is written in one transaction with what the email is about.
   *
   * @throws RangeError when `to` is not one plain address
   */
  enqueue(email: Email): Statement;
  /** What that statement stores. @throws RangeError likewise */
  rowOf(email: Email): NewMail;
  /** Starts sending what is due, in the background. */
  wake(): void;
  /** Stops sending; an email that is not sent by then stays in the queue. */
  close(): Promise<void>;
}

interface Parts {
  db: Db;
  clock: () => number;
  log: Log;
  config: Config;
  /** Called with each email that a server has taken. */
  onSent?: () => void;
}

/**
 * Opens the mail queue, which sends through `config.mailUrl`, beginning with emails of earlier runs. Without a
 * `mailUrl` emails are stored in the database to be read at /dev/mail, and stay there when one is set later.
 */
export function openMailer({ db, clock, log, config, onSent }: Parts): Mailer {
  const { mailUrl: url, mailFrom: from, redisUrl } = config;
  const outbox = url
    ? new MailQueue({ db, clock, log, transport: openSmtp({ url, from }), onSent, isShared: redisUrl !== undefined })
    : storedMail({ db, log });
  outbox.wake();
  return { ...mailsOf({ db, clock, config }), wake: () => outbox.wake(), close: () => outbox.close() };
}

/** A mailer for a task: it stores mails, and the service sends them. */
export const openStoringMailer = (parts: Pick<Parts, "db" | "clock" | "config">): Mailer => ({
  ...mailsOf(parts),
  wake() {},
  close: () => Promise.resolve(),
});

function mailsOf({ db, clock, config }: Pick<Parts, "db" | "clock" | "config">): Pick<Mailer, "enqueue" | "rowOf"> {
  const rowOf = ({ to, subject, text, html, unsubscribeUrl }: Email): NewMail => {
    const now = clock();
    const envelope = { recipient: oneAddress(to), subject: oneLine(subject) };
    return { id: uuid(), ...envelope, text, html, createdAt: now, dueAt: config.mailUrl ? now : null, unsubscribeUrl };
  };
  return { enqueue: (email) => insertMail(db, rowOf(email)), rowOf };
}

/** How many stored emails can be read; older ones are deleted. */
const maxStored = 1000;

function storedMail({ db, log }: Pick<Parts, "db" | "log">): Pick<Mailer, "wake" | "close"> {
  let pruning = Promise.resolve();
  const prune = async () => {
    if ((await countMails(db)).kept > maxStored) await pruneStoredMails(db, maxStored);
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
