import { type Db, libsqlError } from "../../db/engine/client.ts";
import { withTimeout } from "../../db/engine/timing.ts";
import {
  claimDueMails,
  type ClaimedMail,
  deleteMail,
  giveUpMail,
  nextDueIn,
  postponeMail,
  releaseAllMails,
  releaseMail,
} from "../../db/notices/mail_queue.ts";
import type { Log } from "../log.ts";
import type { Failure, Transport } from "./transports.ts";

const minute = 60_000;
const hour = 60 * minute;

const longestPause = 6 * hour;
/** Milliseconds after which an instance looks for what another has put off, or left when it crashed. */
const lookEvery = minute;

/** The last try is 74.5 hours after the first. RFC 5321 (4.5.4.1) suggests 4 to 5 days; our links are valid for one. */
export const tries = 21;

/** Milliseconds: 1 minute, twice as long each time, 6 hours at most. */
const pauseAfter = (attempts: number): number => Math.min(minute * 2 ** (attempts - 1), longestPause);

const concurrency = 5;

const grace = 1000;

interface QueueDeps {
  db: Db;
  clock: () => number;
  log: Log;
  transport: Transport;
  onSent?: () => void;
  isShared: boolean;
}

/** A mail is deleted after the server accepted it: a crash in between sends it twice rather than not at all. */
export class MailQueue {
  #deps: QueueDeps;
  #running: Promise<void> | undefined;
  #woken = false;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort = new AbortController();
  #sent = new Set<string>();
  #isFirstRun = true;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
  }

  wake(): void {
    if (this.#closed) return;
    this.#woken = true;
    this.#running ??= this.#run();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const abortTimer = setTimeout(() => this.#abort.abort(), grace);
    await withTimeout(grace + 500, Promise.resolve(this.#running));
    clearTimeout(abortTimer);
  }

  async #run(): Promise<void> {
    while (this.#woken && !this.#closed) {
      this.#woken = false;
      const pause = await this.#sendDue().catch((error) => this.#databaseFailed(error));
      this.#sleep(pause);
    }
    this.#running = undefined;
  }

  async #sendDue(): Promise<number | null> {
    const { db, clock } = this.#deps;
    await this.#releaseLeft();
    for (const id of this.#sent) await this.#delete(id);
    let pause = await nextDueIn(db, clock());
    while (!this.#closed && pause !== null && pause <= 0) {
      const claimed = await claimDueMails(db, clock(), concurrency);
      const settled = await Promise.allSettled(claimed.map((mail) => this.#deliver(mail)));
      const failure = settled.find((result) => result.status === "rejected");
      if (failure) throw failure.reason;
      if (claimed.length < concurrency) pause = await nextDueIn(db, clock());
    }
    return pause;
  }

  /** A mail that an earlier run was sending goes out at once, where nobody else can be sending it. */
  async #releaseLeft(): Promise<void> {
    if (this.#isFirstRun && !this.#deps.isShared) await releaseAllMails(this.#deps.db);
    this.#isFirstRun = false;
  }

  async #deliver(mail: ClaimedMail): Promise<void> {
    const failure = await this.#deps.transport.send(mail, this.#abort.signal);
    if (failure) return await this.#failed(mail, failure);
    this.#sent.add(mail.id);
    this.#deps.onSent?.();
    await this.#delete(mail.id);
  }

  async #delete(id: string): Promise<void> {
    await deleteMail(this.#deps.db, id);
    this.#sent.delete(id);
  }

  async #failed(mail: ClaimedMail, { permanent, ...reason }: Failure): Promise<void> {
    const { db, clock, log } = this.#deps;
    if (this.#abort.signal.aborted) return void await releaseMail(db, mail);
    const attempts = mail.attempts + 1;
    if (permanent || attempts >= tries) {
      await giveUpMail(db, mail, { attempts, now: clock() });
      log.error({ mail: mail.id, attempts, ...reason }, "a mail was given up");
    } else {
      const dueAt = clock() + pauseAfter(attempts);
      await postponeMail(db, mail, { attempts, dueAt });
      log.warn({ mail: mail.id, attempts, ...reason, nextTry: new Date(dueAt) }, "a mail could not be sent");
    }
  }

  /** Logged by its code alone: the database's message repeats the values it was given. */
  #databaseFailed(error: unknown): number {
    const code = libsqlError(error)?.code ?? (error as Error).name;
    this.#deps.log.error({ code }, "the mail queue could not be read or written");
    return minute;
  }

  #sleep(pause: number | null): void {
    clearTimeout(this.#timer);
    const { isShared } = this.#deps;
    if (this.#closed || pause === null && !isShared) return;
    const longest = isShared ? lookEvery : longestPause;
    const timer = setTimeout(() => this.wake(), Math.max(0, Math.min(pause ?? longest, longest)));
    Deno.unrefTimer(timer);
    this.#timer = timer;
  }
}
