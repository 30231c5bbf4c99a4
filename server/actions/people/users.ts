import * as users from "../../../db/people/users.ts";
import type { ProfileUpdate, User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { Unauthorized } from "../../errors.ts";
import { receivePicture } from "./pictures.ts";
import { assertOwnName } from "../account/reserved_names.ts";

/** Users by username or full name, best match first; where verification is required, only verified ones. */
export const searchUsers = ({ config, db }: Pick<Deps, "config" | "db">, viewer: User, query: string) =>
  users.searchUsers(db, viewer.id, query, { unverified: !config.requireEmailVerification });

/**
 * Changes the caller's own profile; all of it, or nothing where it throws.
 *
 * @returns the changed user
 * @throws BadRequest for a name that could pass for the site, BadRequest or TooLarge for a picture that cannot be used,
 * TooMany after too many pictures, Unauthorized where the account was deleted meanwhile
 */
export async function updateProfile(
  { config, db, limiter }: Pick<Deps, "config" | "db" | "limiter">,
  user: User,
  { profileImage, ...changes }: ProfileUpdate,
): Promise<User> {
  // People who had the name before it was reserved keep it.
  if (changes.fullName && changes.fullName !== user.fullName) assertOwnName({ config }, changes.fullName, "fullName");
  // Clients may send back the whole profile they read, with the address of the picture.
  const isUnchanged = profileImage === undefined || profileImage === user.profileImage;
  const picture = isUnchanged ? undefined : profileImage ? await receivePicture({ limiter }, user, profileImage) : null;
  const changed = await users.updateProfile(db, user.id, { ...changes, picture });
  if (!changed) throw new Unauthorized();
  return changed;
}
