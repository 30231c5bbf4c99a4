import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { Busy } from "../errors.ts";

export interface Passwords {
  /** @throws Busy while too many others wait */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the hash's. Without a hash it costs the same time and says no, so that an unknown
   * address takes as long as a wrong password.
   *
   * @throws Busy while too many others wait
   */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

/**
 * Argon2id (the library's default variant) with the parameters of OWASP's password storage cheat sheet: 19 MiB, two
 * passes, one lane.
 */
const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/**
 * Opens the hashing of passwords. It runs on the native thread pool; at most two at once, so that a burst of
 * logins neither takes all cores nor all memory.
 *
 * @param longestLine how many may wait: two at once, at some 20 ms each, need three seconds for 300
 */
export function openPasswords({ longestLine = 300 } = {}): Passwords {
  const limit = pLimit(2);
  const inLine = async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.pendingCount >= longestLine) throw new Busy();
    return await limit(work);
  };
  const nobodys = hash(crypto.randomUUID(), parameters);
  return {
    hash: (password) => inLine(() => hash(password, parameters)),
    verify: (stored, password) =>
      inLine(async () => await verify(stored ?? await nobodys, password) && stored !== undefined),
  };
}
