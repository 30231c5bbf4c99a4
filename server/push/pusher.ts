import { createHash } from "node:crypto";
import type { Db } from "../../db/engine/client.ts";
import { listUnread } from "../../db/notices/notices.ts";
import {
  deleteSubscription,
  listSubscriptions,
  markPushed,
  serviceKey,
  type Subscription,
} from "../../db/notices/push.ts";
import type { Message } from "../contract/chat/shapes.ts";
import { groupPaths } from "../contract/groups/paths.ts";
import * as noticesLimits from "../contract/notices/limits.ts";
import type { Push, SentPush } from "../contract/notices/shapes.ts";
import { noticesServerTexts } from "../contract/notices/texts.ts";
import type { Log } from "../log.ts";
import type { Config } from "../settings/settings.ts";
import { openPost, type Post } from "./post.ts";
import { openDelayedWork, openUserQueues } from "./queues.ts";

export type Pusher = ReturnType<typeof openPusher>;

interface PusherDeps {
  db: Db;
  clock: () => number;
  log: Log;
  config: Pick<Config, "publicUrl" | "mailFrom" | "site">;
  post?: Post;
}

/** The settings are read when they are needed: operators change them while it runs. */
export function openPusher(deps: PusherDeps) {
  const { db, clock, log, post = openPost() } = deps;
  const { later, idle, close, closed } = openDelayedWork(log);
  const vapid = openVapid({ db, config: deps.config });
  const deliver = deliverer({ db, log, titleOf: () => deps.config.site.name, post, vapid, closed });
  const addToQueue = openUserQueues(async ({ push, browsers }: { push: Push; browsers: Subscription[] }) => {
    await Promise.all(browsers.map((browser) => deliver(browser, push)));
  });

  async function sendIfUnread(pushes: PushTo[]): Promise<void> {
    const unread = await listUnread(db, pushes.flatMap(({ push }) => push.id ?? []), clock());
    await sendAll(pushes.filter(({ push }) => push.id && unread.has(push.id)));
  }

  async function sendAll(pushes: PushTo[]): Promise<void> {
    if (pushes.length === 0) return;
    const all = await listSubscriptions(db, pushes.map(({ userId }) => userId), clock());
    const byUser = Map.groupBy(all, ({ userId }) => userId);
    await Promise.all(pushes.map(async ({ userId, push }) => {
      const browsers = byUser.get(userId);
      if (browsers) await addToQueue(userId, { push, browsers });
    }));
  }

  return {
    key: vapid.publicKey,
    send: (pushes: PushTo[]) => void (pushes.length > 0 && later(() => sendIfUnread(pushes))),
    messagePosted: collectMessages({ db, clock, later, send: sendAll }),
    idle,
    close,
  };
}

interface DelivererDeps extends Required<Omit<PusherDeps, "clock" | "config">> {
  titleOf(): string;
  vapid: Vapid;
  closed: AbortSignal;
}

function deliverer({ db, log, titleOf, post, vapid, closed }: DelivererDeps) {
  async function call({ endpoint, p256dh, auth }: Subscription, push: Push): Promise<number> {
    const { default: webPush } = await import("web-push");
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ ...push, title: titleOf() } satisfies SentPush),
      {
        headers: await vapid.proofFor(new URL(endpoint).origin),
        TTL: noticesLimits.push.ttl,
        topic: topicOf(push.tag),
      },
    );
    const signal = AbortSignal.any([closed, AbortSignal.timeout(noticesLimits.push.timeout)]);
    return await post(endpoint, { headers: asText(headers), body: body!, signal });
  }

  return async (browser: Subscription, push: Push): Promise<void> => {
    if (closed.aborted) return;
    const { endpoint, userId } = browser;
    const { host } = new URL(endpoint);
    try {
      const status = await call(browser, push);
      if (status === 404 || status === 410) await deleteSubscription(db, userId, endpoint);
      else if (status >= 300) log.warn({ host, status }, "a push was refused");
    } catch (error) {
      if (!closed.aborted) log.warn({ host, reason: reasonOf(error) }, "a push could not be sent");
    }
  };
}

/** A push service stores one message for each topic, of at most 32 characters of base64url (RFC 8030, 5.4). */
const topicOf = (tag: string): string => createHash("sha256").update(tag).digest("base64url").slice(0, 32);

const asText = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Without the error's text, which may hold the endpoint, a secret. */
const reasonOf = (error: unknown): string => (error as { code?: string }).code ?? (error as Error).name;

type PostedMessage = Pick<Message, "groupId" | "seq">;

interface PushTo {
  userId: string;
  push: Push;
}

interface CollectorDeps {
  db: Db;
  clock: () => number;
  send: (pushes: PushTo[]) => Promise<void>;
  later: (work: () => Promise<void>) => void;
}

function collectMessages({ db, clock, later, send }: CollectorDeps): (message: PostedMessage) => void {
  const latest = new Map<string, number>();

  async function sendNews(groupId: string, seq: number): Promise<void> {
    const { groupName, userIds } = await markPushed(db, groupId, { seq, now: clock() });
    const push = {
      tag: `group:${groupId}`,
      text: noticesServerTexts.newMessages(groupName),
      url: groupPaths.group(groupId),
    };
    await send(userIds.map((userId) => ({ userId, push })));
  }

  function wait(groupId: string, seq: number): void {
    latest.set(groupId, seq);
    later(() => {
      const last = latest.get(groupId)!;
      if (last > seq) wait(groupId, last);
      else latest.delete(groupId);
      return sendNews(groupId, seq);
    });
  }

  return function posted({ groupId, seq }) {
    const last = latest.get(groupId);
    if (last === undefined) wait(groupId, seq);
    else latest.set(groupId, Math.max(last, seq));
  };
}

type Vapid = ReturnType<typeof openVapid>;

interface VapidDeps {
  db: Db;
  config: Pick<Config, "publicUrl" | "mailFrom">;
}

/** Milliseconds for which a proof is used: less than the twelve hours that it holds. */
const proofLifetime = 11 * 3600_000;
const maxProofs = 100;

function openVapid({ db, config }: VapidDeps) {
  const proofs = new Map<string, { headers: Record<string, string>; until: number }>();
  const subject = contactOf(config);
  let stored: Promise<Record<string, string>> | undefined;
  const keys = () =>
    stored ??= readKeys(db).catch((error) => {
      stored = undefined;
      throw error;
    });
  return {
    publicKey: async (): Promise<string> => (await keys()).publicKey,
    async proofFor(origin: string): Promise<Record<string, string>> {
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
    },
  };
}

const readKeys = (db: Db) =>
  serviceKey(db, "vapid", async () => {
    const { default: webPush } = await import("web-push");
    return { ...webPush.generateVAPIDKeys() };
  });

const contactOf = ({ publicUrl, mailFrom }: VapidDeps["config"]): string =>
  publicUrl.startsWith("https:") ? publicUrl : `mailto:${/<(.+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;
