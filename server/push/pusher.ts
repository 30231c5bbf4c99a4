/** Web push: what somebody is notified of is sent to their browsers, through the browsers' own push services. */
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { atMost } from "../../db/at_most.ts";
import type { Db } from "../../db/client.ts";
import { listUnread } from "../../db/notices.ts";
import { deleteSubscription, listSubscriptions, serviceKey, type Subscription } from "../../db/push.ts";
import type { Config } from "../config.ts";
import * as constants from "../contract/constants.ts";
import type { Push } from "../contract/notices.ts";
import type { Log } from "../log.ts";
import { collectMessages, type PostedMessage, type PushTo } from "./messages.ts";
import { openPost, type Post } from "./post.ts";

export interface Pusher {
  /** The public key that browsers subscribe with. */
  key(): Promise<string>;
  /** Sends notices that are still unread after `constants.push.after`, in the background. Never throws. */
  send(pushes: PushTo[]): void;
  /**
   * Sends as much later that there are new messages in a group, to those who want it, have not read them and were not
   * sent it yet.
   */
  messagePosted(message: PostedMessage): void;
  /** Sends all that waits without waiting longer, and settles when it is sent. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  db: Db;
  clock: () => number;
  log: Log;
  config: Pick<Config, "publicUrl" | "mailFrom">;
  post?: Post;
}

/** Milliseconds that calls have to finish when the service stops. */
const grace = 500;
/** Milliseconds for which a proof is used: less than it holds. */
const proofLifetime = 11 * 3600_000;
/** For how many push services one is cached. */
const maxProofs = 100;

export function openPusher({ db, clock, log, config, post = openPost() }: Parts): Pusher {
  const queue = pLimit(constants.push.atOnce);
  const closed = new AbortController();
  const running = new Set<Promise<void>>();
  /** What waits until it may have been read; per process: a service that stops does it before. */
  const delayed = new Map<() => void, ReturnType<typeof setTimeout>>();
  /** The last push of each user that has not ended; per process, as the queue is. */
  const turns = new Map<string, Promise<void>>();
  /** By the origin of the push service; per process, as calls are. */
  const proofs = new Map<string, { headers: Record<string, string>; until: number }>();
  let waiting = 0;
  const subject = contactOf(config);
  let stored: Promise<Record<string, string>> | undefined;
  const keys = () =>
    stored ??= readKeys(db).catch((error) => {
      stored = undefined;
      throw error;
    });

  function run(work: () => Promise<void>): void {
    if (closed.signal.aborted) return;
    const done = work().catch((err) => void (closed.signal.aborted || log.error({ err }, "push failed")))
      .finally(() => running.delete(done));
    running.add(done);
  }

  function later(work: () => Promise<void>): void {
    const begin = () => {
      clearTimeout(delayed.get(begin));
      delayed.delete(begin);
      run(work);
    };
    delayed.set(begin, setTimeout(begin, constants.push.after));
    Deno.unrefTimer(delayed.get(begin)!);
  }

  const beginAll = () => [...delayed.keys()].forEach((begin) => begin());

  /** Does work that never rejects, one by one for each user: push services that do not answer delay no other user. */
  async function inTurn(userId: string, work: () => Promise<void>): Promise<void> {
    waiting++;
    const turn = (turns.get(userId) ?? Promise.resolve()).then(work);
    turns.set(userId, turn);
    await turn;
    waiting--;
    if (turns.get(userId) === turn) turns.delete(userId);
  }

  async function sendUnread(pushes: PushTo[]): Promise<void> {
    const unread = await listUnread(db, pushes.flatMap(({ push }) => push.id ?? []));
    await sendAll(pushes.filter(({ push }) => push.id && unread.has(push.id)));
  }

  async function sendAll(pushes: PushTo[]): Promise<void> {
    const byUser = new Map(pushes.map(({ userId, push }) => [userId, push]));
    if (byUser.size === 0) return;
    const browsers = await listSubscriptions(db, [...byUser.keys()], clock());
    const room = constants.push.waiting - waiting;
    if (browsers.length > room) log.warn({ dropped: browsers.length - room }, "too many pushes are waiting");
    await Promise.all(
      browsers.slice(0, Math.max(0, room)).map((browser) =>
        inTurn(browser.userId, () => queue(() => deliver(browser, byUser.get(browser.userId)!)))
      ),
    );
  }

  /** What proves to a push service who calls (RFC 8292). It holds for twelve hours; signing it takes long. */
  async function proofFor(origin: string): Promise<Record<string, string>> {
    const existing = proofs.get(origin);
    if (existing && existing.until > Date.now()) return existing.headers;
    const { publicKey, privateKey } = await keys();
    const { default: webPush } = await import("web-push");
    const headers = { ...webPush.getVapidHeaders(origin, subject, publicKey, privateKey, "aes128gcm") };
    // Endpoints are what browsers say: there may be any number of origins.
    if (proofs.size >= maxProofs) proofs.clear();
    proofs.set(origin, { headers, until: Date.now() + proofLifetime });
    return headers;
  }

  async function deliver({ endpoint, userId, p256dh, auth }: Subscription, push: Push): Promise<void> {
    if (closed.signal.aborted) return;
    const host = new URL(endpoint).host;
    try {
      const { default: webPush } = await import("web-push");
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(push),
        { headers: await proofFor(new URL(endpoint).origin), TTL: constants.push.ttl, topic: topicOf(push.tag) },
      );
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(constants.push.timeout)]);
      const status = await post(endpoint, { headers: asText(headers), body: body!, signal });
      // The browser is not subscribed any more.
      if (status === 404 || status === 410) await deleteSubscription(db, userId, endpoint);
      else if (status >= 300) log.warn({ host, status }, "a push was refused");
    } catch (error) {
      if (!closed.signal.aborted) log.warn({ host, reason: reasonOf(error) }, "a push could not be sent");
    }
  }

  return {
    key: async () => (await keys()).publicKey,
    send: (pushes) => void (pushes.length > 0 && later(() => sendUnread(pushes))),
    messagePosted: collectMessages({ db, later, send: sendAll }),
    async idle() {
      while (delayed.size + running.size > 0) {
        beginAll();
        await Promise.all(running);
      }
    },
    async close() {
      beginAll();
      await atMost(grace, Promise.all(running));
      closed.abort();
    },
  };
}

/** The keys by which push services know this service, made at the first start. The library is loaded when needed. */
const readKeys = (db: Db) =>
  serviceKey(db, "vapid", async () => {
    const { default: webPush } = await import("web-push");
    return { ...webPush.generateVAPIDKeys() };
  });

/** Whom a push service turns to, as a URL (RFC 8292, section 2.1). */
const contactOf = ({ publicUrl, mailFrom }: Parts["config"]): string =>
  publicUrl.startsWith("https:") ? publicUrl : `mailto:${/<(.+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;

/** A push service stores one message for each topic, which has at most 32 characters of base64url (RFC 8030, 5.4). */
const topicOf = (tag: string): string => createHash("sha256").update(tag).digest("base64url").slice(0, 32);

const asText = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Without the error's text, which may hold the endpoint, a secret. */
const reasonOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).name;
