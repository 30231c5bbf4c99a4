/** Web push: what somebody is notified of is sent to their browsers, through the browsers' own push services. */
import * as noticesLimits from "../contract/notices/limits.ts";
import { createHash } from "node:crypto";
import { atMost } from "../../db/engine/with_timeout.ts";
import type { Db } from "../../db/engine/client.ts";
import { listUnread } from "../../db/notices/notices.ts";
import { deleteSubscription, listSubscriptions, serviceKey, type Subscription } from "../../db/notices/push.ts";
import type { Config } from "../settings/settings.ts";
import type { Push, SentPush } from "../contract/notices/notices.ts";
import type { Log } from "../log/log.ts";
import { collectMessages, type PostedMessage, type PushTo } from "./push_texts.ts";
import { openPost, type Post } from "./post.ts";
import { openTurns } from "./turns.ts";

export interface Pusher {
  /** The public key that browsers subscribe with. */
  key(): Promise<string>;
  /** Sends notices that are still unread after `noticesLimits.push.after`, in the background. Never throws. */
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
  config: Pick<Config, "publicUrl" | "mailFrom" | "site">;
  post?: Post;
}

/** Milliseconds that calls have to finish when the service stops. */
const grace = 500;
/** Milliseconds for which a proof is used: less than it holds. */
const proofLifetime = 11 * 3600_000;
/** For how many push services one is cached. */
const maxProofs = 100;

export function openPusher({ db, clock, log, config, post = openPost() }: Parts): Pusher {
  const closed = new AbortController();
  const running = new Set<Promise<void>>();
  /** What waits until it may have been read; per process: a service that stops does it before. */
  const delayed = new Map<() => void, ReturnType<typeof setTimeout>>();
  /** By the origin of the push service; per process, as calls are. */
  const proofs = new Map<string, { headers: Record<string, string>; until: number }>();
  /** One turn for all browsers of a user, whose push services may not answer. */
  const inTurn = openTurns(async ({ push, browsers }: { push: Push; browsers: Subscription[] }) => {
    await Promise.all(browsers.map((browser) => deliver(browser, push)));
  });
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
    delayed.set(begin, setTimeout(begin, noticesLimits.push.after));
    Deno.unrefTimer(delayed.get(begin)!);
  }

  /** Some of what is done may make more that waits. */
  async function sendAllWaiting(): Promise<void> {
    while (delayed.size + running.size > 0) {
      [...delayed.keys()].forEach((begin) => begin());
      await Promise.all(running);
    }
  }

  async function sendIfUnread(pushes: PushTo[]): Promise<void> {
    const unread = await listUnread(db, pushes.flatMap(({ push }) => push.id ?? []));
    await sendAll(pushes.filter(({ push }) => push.id && unread.has(push.id)));
  }

  async function sendAll(pushes: PushTo[]): Promise<void> {
    if (pushes.length === 0) return;
    const browsers = await listSubscriptions(db, pushes.map(({ userId }) => userId), clock());
    const byUser = Map.groupBy(browsers, ({ userId }) => userId);
    await Promise.all(pushes.map(async ({ userId, push }) => {
      const browsers = byUser.get(userId);
      if (browsers) await inTurn(userId, { push, browsers });
    }));
  }

  /** What proves to a push service who calls (RFC 8292). It holds for twelve hours; signing it takes long. */
  async function proofFor(origin: string): Promise<Record<string, string>> {
    const { publicKey, privateKey } = await keys();
    const { default: webPush } = await import("web-push");
    // Nothing is awaited from here on: browsers that are called at once share one.
    const existing = proofs.get(origin);
    if (existing && existing.until > Date.now()) return existing.headers;
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
        JSON.stringify({ ...push, title: config.site.name } satisfies SentPush),
        { headers: await proofFor(new URL(endpoint).origin), TTL: noticesLimits.push.ttl, topic: topicOf(push.tag) },
      );
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(noticesLimits.push.timeout)]);
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
    send: (pushes) => void (pushes.length > 0 && later(() => sendIfUnread(pushes))),
    messagePosted: collectMessages({ db, later, send: sendAll }),
    idle: sendAllWaiting,
    async close() {
      await atMost(grace, sendAllWaiting());
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
