import { searchUsers as search } from "../../db/users.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";

/** The people whose username or full name fits, best match first. Accounts that await verification are not found. */
export const searchUsers = ({ config, db }: Pick<Deps, "config" | "db">, viewer: User, query: string) =>
  search(db, viewer.id, query, { unverified: !config.requireEmailVerification });
