/** Web push: what somebody is notified of is sent to their browsers, through the browsers' own push services. */
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { atMost } from "../../db/at_most.ts";
import type { Db } from "../../db/client.ts";
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
  /** Sends in the background, but not to those who have this group open. Never throws. */
  send(pushes: PushTo[], groupId?: string): void;
  /** Sends, a moment later, that there are new messages in a group to those who want it and were not sent it yet. */
  messagePosted(message: PostedMessage): void;
  /** Settles when all that was to be sent until now is. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  db: Db;
  clock: () => number;
  log: Log;
  config: Pick<Config, "publicUrl" | "mailFrom">;
  /** The ids of the users who have a group open. */
  present: (groupId: string) => Promise<string[]>;
  post?: Post;
}

/** Milliseconds that calls have to finish when the service stops. */
const grace = 500;

export function openPusher({ db, clock, log, config, present, post = openPost() }: Parts): Pusher {
  const queue = pLimit(constants.push.atOnce);
  const closed = new AbortController();
  const running = new Set<Promise<void>>();
  /** The last push of each user that has not ended; per process, as the queue is. */
  const turns = new Map<string, Promise<void>>();
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

  /** Does work that never rejects, one by one for each user: push services that do not answer delay no other user. */
  async function inTurn(userId: string, work: () => Promise<void>): Promise<void> {
    waiting++;
    const turn = (turns.get(userId) ?? Promise.resolve()).then(work);
    turns.set(userId, turn);
    await turn;
    waiting--;
    if (turns.get(userId) === turn) turns.delete(userId);
  }

  async function sendAll(pushes: PushTo[], groupId?: string): Promise<void> {
    const here = new Set(groupId === undefined ? [] : await present(groupId));
    const byUser = new Map(pushes.filter(({ userId }) => !here.has(userId)).map(({ userId, push }) => [userId, push]));
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

  async function deliver({ endpoint, userId, p256dh, auth }: Subscription, push: Push): Promise<void> {
    if (closed.signal.aborted) return;
    const host = new URL(endpoint).host;
    try {
      const { publicKey, privateKey } = await keys();
      const { default: webPush } = await import("web-push");
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(push),
        { vapidDetails: { subject, publicKey, privateKey }, TTL: constants.push.ttl, topic: topicOf(push.tag) },
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

  const send: Pusher["send"] = (pushes, groupId) => {
    if (pushes.length > 0) run(() => sendAll(pushes, groupId));
  };
  const messages = collectMessages({ db, present, run, send });
  return {
    key: async () => (await keys()).publicKey,
    send,
    messagePosted: messages.posted,
    async idle() {
      messages.flush();
      while (running.size > 0) await Promise.all(running);
    },
    async close() {
      messages.close();
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
