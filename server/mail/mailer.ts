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
  /** Attached. */
  calendar?: string;
}

export interface Mailer {
  /** Written in one transaction with what the email is about. @throws RangeError when `to` is not one plain address */
  enqueue(email: Email): Statement;
  rowOf(email: Email): NewMail;
  wake(): void;
  /** Takes over what the settings say by now. */
  reopen(): void;
  close(): Promise<void>;
}

interface MailerDeps {
  readonly db: Db;
  readonly clock: () => number;
  readonly log: Log;
  readonly config: Config;
  readonly onSent?: () => void;
}

/**
 * Without a `mailUrl` emails are stored to be read at /dev/mail, and stay there when one is set later. The settings are
 * read when they are needed: operators change them while it runs.
 */
export function openMailer(deps: MailerDeps): Mailer {
  let settings = settingsOf(deps.config);
  let outbox = openOutbox(deps, settings);
  // The next one sends what this one was sending, and so begins once this one has ended.
  let reopening = Promise.resolve();
  outbox.wake();
  return {
    ...mailsOf(deps),
    wake: () => outbox.wake(),
    reopen() {
      if (isSame(settings, settingsOf(deps.config))) return;
      settings = settingsOf(deps.config);
      const { close } = outbox;
      outbox = { wake() {}, close };
      reopening = reopening.then(close).then(() => {
        outbox = openOutbox(deps, settings);
        outbox.wake();
      });
    },
    close: () => reopening.then(() => outbox.close()),
  };
}

type Outbox = Pick<Mailer, "wake" | "close">;

const settingsOf = ({ mailUrl, mailFrom }: Config) => ({ mailUrl, mailFrom });
type MailSettings = ReturnType<typeof settingsOf>;

const isSame = (one: MailSettings, other: MailSettings) =>
  one.mailUrl === other.mailUrl && one.mailFrom === other.mailFrom;

function openOutbox(
  { db, clock, log, config, onSent }: MailerDeps,
  { mailUrl: url, mailFrom: from }: MailSettings,
): Outbox {
  if (!url) return storedMail({ db, log });
  const queue = new MailQueue({
    db,
    clock,
    log,
    transport: openSmtp({ url, from }),
    onSent,
    isShared: config.redisUrl !== undefined,
  });
  return { wake: () => queue.wake(), close: () => queue.close() };
}

export const openStoringMailer = (parts: Pick<MailerDeps, "db" | "clock" | "config">): Mailer => ({
  ...mailsOf(parts),
  wake() {},
  reopen() {},
  close: () => Promise.resolve(),
});

function mailsOf(
  deps: Pick<MailerDeps, "db" | "clock" | "config">,
): Pick<Mailer, "enqueue" | "rowOf"> {
  const rowOf = ({ to, subject, text, html, unsubscribeUrl, calendar }: Email): NewMail => {
    const now = deps.clock();
    const dueAt = deps.config.mailUrl ? now : null;
    const envelope = { recipient: oneAddress(to), subject: oneLine(subject) };
    return { id: uuid(), ...envelope, text, html, createdAt: now, dueAt, unsubscribeUrl, calendar };
  };
  return { enqueue: (email) => insertMail(deps.db, rowOf(email)), rowOf };
}

const maxStored = 1000;

function storedMail({ db, log }: Pick<MailerDeps, "db" | "log">): Outbox {
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
