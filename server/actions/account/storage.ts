import { Buffer } from "node:buffer";
import { bytesOfAccount, groupRoom } from "../../../db/account/storage.ts";
import { storageTexts } from "../../contract/account/storage_texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../errors.ts";

/** How much somebody stores, and how much they may: with what others have put into the groups that they made. */
export const storageOfAccount = async ({ db, config }: Deps, { id }: Pick<User, "id">) => (
  { used: await bytesOfAccount(db, id), quota: config.accountQuota }
);

export const bytesIn = (text: string): number => Buffer.byteLength(text);

export async function noRoom(deps: Deps, user: Pick<User, "id">): Promise<AppError> {
  const { used, quota } = await storageOfAccount(deps, user);
  return accountFull(storageTexts.full, quota - used);
}

/** @throws AppError (413, `account_full`) where an account has no room for so many bytes more */
export async function requireRoom(deps: Deps, user: Pick<User, "id">, bytes: number): Promise<void> {
  const { used, quota } = await storageOfAccount(deps, user);
  if (bytes > 0 && used + bytes > quota) throw accountFull(storageTexts.full, quota - used);
}

/** @throws AppError (413, `account_full`) where a group has no room for so many bytes more, by who made it */
export async function requireGroupRoom({ db, config }: Deps, groupId: string, bytes: number): Promise<void> {
  const free = await groupRoom(db, groupId, config.accountQuota);
  if (bytes > 0 && bytes > free) throw accountFull(storageTexts.groupFull, free);
}

function accountFull(text: (free: number) => string, bytes: number): AppError {
  const free = Math.max(0, bytes);
  return new AppError(413, "account_full", text(free), { body: { free } });
}
