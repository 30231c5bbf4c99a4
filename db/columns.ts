/** The columns that are selected for the contract's views, and the format of times. */
import { users } from "./schema.ts";

/** ISO 8601 UTC with milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** The columns of `UserCard`: what other users may see of someone. */
export const cardColumns = {
  id: users.id,
  username: users.username,
  fullName: users.fullName,
  profileImage: users.profileImage,
  bio: users.bio,
  email: users.email,
};

/** The columns of `User`: what someone may see of themselves. */
export const ownColumns = {
  ...cardColumns,
  dob: users.dob,
  gender: users.gender,
  linkedin: users.linkedin,
  instagram: users.instagram,
  twitter: users.twitter,
  verifiedAt: users.verifiedAt,
  createdAt: users.createdAt,
};
