/** What the findings of `deno task doctor` mean, and what to do about them. */
import { hasLocalName } from "../http/address.ts";
import { megabytes } from "./files.ts";

export interface Finding {
  state: "ok" | "warn" | "fail";
  text: string;
}

const ok = (text: string): Finding => ({ state: "ok", text });
const warn = (text: string): Finding => ({ state: "warn", text });
const fail = (text: string): Finding => ({ state: "fail", text });
export const findings = { ok, warn, fail };

const [minute, hour] = [60_000, 3600_000];
const megabyte = 1e6;

interface Disk {
  folder: string;
  /** Bytes. */
  free: number;
  /** Bytes of the database. */
  size: number;
}

/** An update that overwrites what was deleted needs a little more than twice the database. */
export function judgeDisk({ folder, free, size }: Disk): Finding {
  const text = `${megabytes(free)} are free in ${folder}, and the database takes ${megabytes(size)}`;
  if (free < 50 * megabyte) return fail(`${text}. Writing will fail soon: make room.`);
  if (free < Math.max(500 * megabyte, 2.1 * size)) return warn(`${text}. Make room: an update may need twice that.`);
  return ok(`${text}.`);
}

interface Backups {
  folder?: string;
  /** Milliseconds. */
  every: number;
  now: number;
  latest?: { file: string; at: number; hasChecksum: boolean };
}

export function judgeBackups({ folder, every, now, latest }: Backups): Finding {
  if (folder === undefined) return warn("None are made: set BACKUP_DIR, or a folder on the page Admin, Settings.");
  if (!latest) return warn(`There is none in ${folder} yet: the service makes one as it starts. Its log says why not.`);
  const text = `The latest is ${age(now - latest.at)} old: ${latest.file}`;
  if (now - latest.at > 2 * every + hour) return fail(`${text}. One is due every ${age(every)}: see the log.`);
  if (!latest.hasChecksum) return fail(`${text}. It has no checksum beside it: it may be cut short.`);
  return ok(`${text}. \`deno task backup --check\` reads it to its end.`);
}

function age(ms: number): string {
  if (ms < 2 * hour) return `${Math.max(0, Math.round(ms / minute))} minutes`;
  return ms < 48 * hour ? `${Math.round(ms / hour)} hours` : `${Math.round(ms / (24 * hour))} days`;
}

interface Clock {
  /** What it is compared with; undefined where there is nothing. */
  with?: string;
  /** Milliseconds. */
  drift: number;
}

const allowedDrift = 30_000;

export function judgeClock({ with: other, drift }: Clock): Finding {
  if (other === undefined) return ok(`It is ${new Date().toISOString()} here; there is nothing to compare it with.`);
  const seconds = Math.round(Math.abs(drift) / 1000);
  if (Math.abs(drift) <= allowedDrift) return ok(`It is within ${allowedDrift / 1000} seconds of that of ${other}.`);
  const text = `It is ${seconds} seconds ${drift > 0 ? "ahead of" : "behind"} that of ${other}`;
  return fail(`${text}: two-step codes and logins elsewhere fail. Turn on time synchronisation (NTP).`);
}

export interface PublicAnswer {
  /** Why it could not be asked. */
  failure?: string;
  status?: number;
  isOurs?: boolean;
  /** What the service says of `X-Forwarded-For` (see `/healthz`). */
  forwarded?: string | null;
}

const proxyWhy = "all callers seem to come from one address and share its limits";

export function judgeProxy(url: string, { failure, status, isOurs, forwarded }: PublicAnswer): Finding {
  if (failure !== undefined) {
    const text = `${url} cannot be reached from here: ${failure}.`;
    return warn(`${text} See whether a browser elsewhere can; from inside a container that is often so.`);
  }
  if (status !== 200 || !isOurs) {
    return fail(`${url}/healthz answers ${status}, and not as this service does: see the proxy.`);
  }
  if (hasLocalName(url)) return ok(`${url} answers.`);
  if (forwarded === "trusted") return ok(`${url} answers, and its X-Forwarded-For is believed.`);
  if (forwarded === "ignored") {
    return fail(
      `${url} answers by a proxy that TRUSTED_PROXIES does not name, so that ${proxyWhy}: set it to the address that ` +
        "the proxy calls from (of Docker's networks: 172.16.0.0/12).",
    );
  }
  if (!url.startsWith("https:")) return ok(`${url} answers, without a proxy.`);
  return fail(`${url} answers by a proxy that sends no X-Forwarded-For, so that ${proxyWhy}: have it set that header.`);
}

/** Whole lines: what was looked at, how it is, and what to do. */
export const lineOf = ({ state, text, name }: Finding & { name: string }): string =>
  `${state.padEnd(5)} ${name.padEnd(18)} ${text.replace(/\p{Cc}+/gu, " ")}`;
