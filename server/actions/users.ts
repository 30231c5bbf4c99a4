import * as users from "../../db/users.ts";
import { texts } from "../contract/texts.ts";
import type { ProfileUpdate, User, UserCard } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { NotFound } from "../errors.ts";
import { receivePicture } from "./pictures.ts";

/** The people whose username or full name fits, best match first. Accounts that await verification are not found. */
export const searchUsers = ({ config, db }: Pick<Deps, "config" | "db">, viewer: User, query: string) =>
  users.searchUsers(db, viewer.id, query, { unverified: !config.requireEmailVerification });

/**
 * What fellow users may see of someone.
 *
 * @throws NotFound when there is no such user
 */
export async function findUserCard({ db }: Pick<Deps, "db">, id: string): Promise<UserCard> {
  const card = await users.findUserCard(db, id);
  if (!card) throw new NotFound(texts.users.notFound, "user_not_found");
  return card;
}

/**
 * Changes the caller's own profile.
 *
 * @returns the user as she now is
 * @throws BadRequest or TooLarge for a picture that cannot be used, TooMany after too many pictures; nothing is then
 * changed
 */
export async function updateProfile(
  { db, limiter }: Pick<Deps, "db" | "limiter">,
  user: User,
  { profileImage, ...changes }: ProfileUpdate,
): Promise<User> {
  // A client that sends back the whole profile it was given means to keep the picture.
  const keeps = profileImage === undefined || profileImage === user.profileImage;
  if (keeps) return await users.updateProfile(db, user.id, changes);
  const picture = profileImage ? await receivePicture({ limiter }, user, profileImage) : null;
  return await users.updateProfile(db, user.id, changes, picture);
}
