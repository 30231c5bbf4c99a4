/** Mail: into the queue with what it is about, and out of it without anyone waiting. */
import { v7 as uuid } from "uuid";
import { libsqlError, type Statement } from "../../db/client.ts";
import { countMails, insertAndDeleteMail, insertMail, type NewMail, pruneKeptMails } from "../../db/mail.ts";
import type { Deps } from "../deps.ts";
import { MailQueue } from "./queue.ts";
import { openSmtp } from "./transports.ts";

/** A mail to one person, in both its parts. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * The statement that puts a letter into the queue; it is written together with what the letter is about.
   *
   * @throws RangeError when `to` is not one plain address
   */
  enqueue(letter: Email): Statement;
  /** The statements that do the same work with a letter to nobody, and leave nothing of it. */
  feign(letter: Omit<Email, "to">): [Statement, Statement];
  /** Says that letters may be waiting. Nobody waits for them to be sent. */
  wake(): void;
  /** Stops sending; what is being sent is finished or stays in the queue. */
  close(): Promise<void>;
}

type Parts = Pick<Deps, "db" | "clock" | "log" | "config">;

/**
 * Opens the mail queue: letters leave through `config.mailUrl`, beginning with those a former run left behind.
 * Without a `mailUrl` they are kept in the database, and stay there when one is set later.
 */
export function openMailer({ db, clock, log, config }: Parts): Mailer {
  const { mailUrl: url, mailFrom: from } = config;
  const outbox = url ? new MailQueue({ db, clock, log, transport: openSmtp({ url, from }) }) : keptMail({ db, log });
  outbox.wake();
  const mailOf = ({ to, subject, text, html }: Email): NewMail => {
    const now = clock();
    const envelope = { recipient: oneAddress(to), subject: oneLine(subject) };
    return { id: uuid(), ...envelope, text, html, createdAt: now, dueAt: url ? now : null };
  };
  return {
    enqueue: (letter) => insertMail(db, mailOf(letter)),
    feign: (letter) => insertAndDeleteMail(db, mailOf({ ...letter, to: "nobody@localhost" })),
    wake: () => outbox.wake(),
    close: () => outbox.close(),
  };
}

/** So many kept mails are enough to find one's own among them. */
const keptMails = 1000;

function keptMail({ db, log }: Pick<Parts, "db" | "log">): Pick<Mailer, "wake" | "close"> {
  let pruning = Promise.resolve();
  const prune = async () => {
    if ((await countMails(db)).kept > keptMails) await pruneKeptMails(db, keptMails);
  };
  return {
    wake() {
      pruning = pruning.then(prune)
        .catch((error) => log.error({ code: libsqlError(error)?.code }, "kept mails could not be pruned"));
    },
    close: () => pruning,
  };
}

/** Whatever could end the address, or begin another address or header, is no part of a plain one. */
function oneAddress(to: string): string {
  if (!/^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(to)) {
    throw new RangeError("not one mail address");
  }
  return to;
}

const oneLine = (subject: string) => subject.replace(/[\s\p{Cc}]+/gu, " ").trim();
