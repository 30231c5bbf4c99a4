import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { Busy } from "../errors.ts";

export interface Passwords {
  /** @throws Busy while too many others wait */
  hash(password: string): Promise<string>;
  /**
   * Whether a hash is of this password. Without a hash, or with the empty one of an account without a password, it takes
   * the same time and is false, so that a login to an unknown address takes as long as one with a wrong password.
   *
   * @throws Busy while too many others wait
   */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/**
 * Argon2id (the library's default variant) with the parameters of OWASP's password storage cheat sheet: 19 MiB, two
 * passes, one lane.
 */
const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody has. Per process, since each takes as long as a login. */
let unknownHash: Promise<string> | undefined;

/**
 * Password hashing on the native thread pool, at most two at once, so that a burst of logins takes neither all cores
 * nor all memory.
 *
 * @param maxQueued how many may wait: two at a time, at some 20 ms each, 300 wait three seconds
 */
export function openPasswords({ maxQueued = 300 } = {}): Passwords {
  const limit = pLimit(2);
  const queued = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= maxQueued) throw new Busy();
    return await limit(work);
  };
  const unknown = unknownHash ??= hash(crypto.randomUUID(), parameters);
  return {
    hash: (password) => queued(() => hash(password, parameters)),
    verify: (stored, password) =>
      queued(async () => await verify(stored || await unknown, password) && Boolean(stored)),
  };
}
