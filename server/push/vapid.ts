import type { Db } from "../../db/engine/client.ts";
import { serviceKey } from "../../db/notices/push.ts";
import type { Config } from "../settings/settings.ts";

export type Vapid = ReturnType<typeof openVapid>;

interface VapidDeps {
  db: Db;
  config: Pick<Config, "publicUrl" | "mailFrom">;
}

/** Milliseconds for which a proof is used: less than the twelve hours that it holds. */
const proofLifetime = 11 * 3600_000;
const maxProofs = 100;

export function openVapid({ db, config }: VapidDeps) {
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
