import type { Config } from "../config.ts";
import type { User } from "../contract/users.ts";

/** Whether somebody operates the site: their address is in the settings, and they have proven that it is theirs. */
export const isOperator = (
  { operators }: Pick<Config, "operators">,
  user: Pick<User, "email" | "emailVerified"> | undefined,
): boolean => user !== undefined && user.emailVerified && operators.includes(user.email);
