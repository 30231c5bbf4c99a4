import type { Db } from "../../db/engine/client.ts";
import { findStoredSite, type StoredSite, storeFlag } from "../../db/operator/site_settings.ts";
import { settingsEvery } from "../contract/operator/limits.ts";
import type { Log } from "../log.ts";
import { type Config, withStored } from "../settings/settings.ts";

export type LiveSettings = Awaited<ReturnType<typeof openSiteSettings>>;

export const asStored = (config: Config, { settings = {}, firstOperatorId }: StoredSite): Config => ({
  ...withStored(config, settings),
  firstOperatorId,
});

/** Those of the environment and, where it is silent, those that operators have stored. Several instances look again. */
export async function openSiteSettings({ db, log, config }: { db: Db; log: Log; config: Config }) {
  let current = config;
  let read: string | undefined;
  let listener = () => {};

  async function readStored(): Promise<void> {
    const stored = await findStoredSite(db);
    const text = JSON.stringify(stored);
    if (text === read) return;
    const next = asStored(config, stored);
    await storeFlag(db, "emails_shared", next.emailsShown === "shared");
    await storeFlag(db, "direct_off", next.directMessages === "off");
    current = next;
    read = text;
    listener();
  }

  let last = Promise.resolve();
  /** One after the other: an older state never replaces a newer one. */
  function refresh(): Promise<void> {
    const refreshed = last.then(readStored);
    last = refreshed.catch(() => {});
    return refreshed;
  }

  await refresh();
  const timer = config.redisUrl === undefined ? undefined : setInterval(() => {
    refresh().catch((err) => log.debug({ err }, "the settings could not be read"));
  }, settingsEvery);
  if (timer !== undefined) Deno.unrefTimer(timer);
  return {
    get config(): Config {
      return current;
    },
    isShared: config.redisUrl !== undefined,
    refresh,
    onChange: (changed: () => void) => void (listener = changed),
    close: () => clearInterval(timer),
  };
}
