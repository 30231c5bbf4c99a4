/** A mailer on a fresh database, with a clock that can be set and a log that can be read. */
import { asc } from "drizzle-orm";
import { mails } from "../../db/schema.ts";
import { readConfig } from "../../server/settings/settings.ts";
import { openLog } from "../../server/log.ts";
import { type Email, type Mailer, openMailer } from "../../server/mail/mailer.ts";
import { openDb } from "../../db/engine/client.ts";
import { type FreshDb, freshDb } from "../support/db.ts";
import { lineOutput } from "../support/log.ts";

export const minute = 60_000;

/** An email that contains a secret. */
export const sampleEmail = (changes: Partial<Email> = {}): Email => ({
  to: "ada@example.org",
  subject: "Verify your address",
  text: "Hello Ada,\nhttps://books.example/verify-email?token=s3cret",
  html: '<p>Hello Ada, <a href="https://books.example/verify-email?token=s3cret">verify</a></p>',
  ...changes,
});

export async function openTestMailer(mailUrl?: string): Promise<TestMailer> {
  return new TestMailer(await freshDb(), mailUrl);
}

/** Two instances' mailers on one database. */
export async function openTwoMailers(mailUrl: string) {
  await using starting = new AsyncDisposableStack();
  const fresh = await freshDb();
  const first = starting.use(new TestMailer(fresh, mailUrl, true));
  const db = await openDb({ url: `file:${fresh.file}` });
  const second = starting.use(new TestMailer({ db, [Symbol.asyncDispose]: db.close }, mailUrl, true));
  const stack = starting.move();
  return { first, second, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

export class TestMailer {
  readonly db;
  mailer: Mailer;
  /** Every line of the log. */
  readonly lines: string[] = [];
  #now = Date.UTC(2026, 0, 1);
  #read = 0;
  #news = new EventTarget();

  /** @param isShared whether it is one of several instances */
  constructor(readonly fresh: Pick<FreshDb, "db"> & AsyncDisposable, mailUrl?: string, readonly isShared = false) {
    this.db = fresh.db;
    this.mailer = this.#open(mailUrl);
  }

  /** Closes the mailer and opens it again on the same database. */
  async restart(mailUrl?: string): Promise<void> {
    await this.mailer.close();
    this.mailer = this.#open(mailUrl);
  }

  async post(email: Email): Promise<void> {
    await this.db.write([this.mailer.enqueue(email)]);
    this.mailer.wake();
  }

  /** Moves the clock, and wakes the mailer as its timer would. */
  pass(ms: number): void {
    this.#now += ms;
    this.mailer.wake();
  }

  now = (): number => this.#now;

  rows = () => this.db.q.select().from(mails).orderBy(asc(mails.id));

  /** Waits for the next line of the log; it is written after what it reports. */
  async logged(): Promise<Record<string, unknown>> {
    while (this.#read >= this.lines.length) {
      await new Promise((resolve) => this.#news.addEventListener("line", resolve, { once: true }));
    }
    return JSON.parse(this.lines[this.#read++]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.mailer.close();
    await this.fresh[Symbol.asyncDispose]();
  }

  #open(mailUrl = ""): Mailer {
    const instances = { DATABASE_URL: "http://localhost", REDIS_URL: "redis://localhost" };
    const config = readConfig({
      MAIL_URL: mailUrl,
      MAIL_FROM: "Chapterhouse <books@example.org>",
      ...this.isShared && instances,
    });
    return openMailer({ db: this.db, clock: () => this.now(), log: this.#log, config });
  }

  #log = openLog(
    "trace",
    lineOutput((line) => {
      this.lines.push(line);
      this.#news.dispatchEvent(new Event("line"));
    }),
  );
}
