import type { Db } from "../../db/engine/client.ts";
import { holdLease, leaseLifetime, LeaseTaken } from "../../db/engine/leases.ts";
import { endSetupLink, findSetupInstance, hasPeople, replaceSetupLink } from "../../db/operator/site_settings.ts";
import { hashToken, newToken } from "../auth/secrets.ts";
import type { Log } from "../log.ts";

interface SetupDeps {
  db: Db;
  log: Log;
  settings: { isShared: boolean };
  instance: string;
  /** Milliseconds in which the lease of an instance that has crashed ends. */
  timeout?: number;
}

/**
 * Makes the link by which a site without people gets its first account, which operates it. It is stored as a hash, and
 * a new one ends that of before. Of several instances one makes it, which says so while it runs; the others say where.
 */
export function openSetup({ db, log, settings, instance, timeout = leaseLifetime + 1500 }: SetupDeps) {
  let release = () => Promise.resolve();
  let isClosed = false;

  async function make(): Promise<string | undefined> {
    if (await hasPeople(db)) return void await endSetupLink(db);
    if (settings.isShared) {
      ({ release } = await holdLease(db, "setup", { timeout }));
      if (isClosed) return void await release();
    }
    const token = newToken();
    return await replaceSetupLink(db, { hash: hashToken(token), instance }) ? token : undefined;
  }

  async function sayWhere(error: unknown): Promise<undefined> {
    if (isClosed) return;
    if (!(error instanceof LeaseTaken)) return void log.error({ err: error }, "the setup link could not be made");
    const other = await findSetupInstance(db).catch(() => undefined);
    log.info(`Nobody has set this site up yet: the link is in the log of the instance ${other}`);
  }

  return {
    token: make().catch(sayWhere),
    async close(): Promise<void> {
      isClosed = true;
      await release();
    },
  };
}
