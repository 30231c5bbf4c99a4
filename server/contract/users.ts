/** Shapes of users. Other people see at most a `UserCard`. */
import { z } from "zod";
import { dateOfBirth, optionalText, optionalValue, picture, requiredText, webAddress } from "./fields.ts";
import * as constants from "./constants.ts";
import { texts } from "./texts.ts";

export interface PublicUser {
  id: string;
  username: string;
  fullName: string | null;
  profileImage: string | null;
  bio: string | null;
}

/** What somebody's name and picture are made of, the same everywhere. */
export type Face = Pick<PublicUser, "id" | "username" | "fullName" | "profileImage">;

export interface UserCard extends PublicUser {
  email: string;
}

export type Gender = (typeof constants.genders)[number];

export interface User extends UserCard {
  name: string;
  /** `YYYY-MM-DD` */
  dob: string | null;
  gender: Gender | null;
  linkedin: string | null;
  instagram: string | null;
  twitter: string | null;
  emailVerified: boolean;
  createdAt: string;
}

const link = optionalValue(webAddress).nullish();

/** Changes to one's own profile. A missing field stays as it is; null and blank clear it, except for the full name. */
export const ProfileUpdate = z.object({
  fullName: requiredText(constants.fullName.max).nullish().transform((name) => name ?? undefined),
  bio: optionalText(constants.bio.max).nullish(),
  dob: optionalValue(dateOfBirth).nullish(),
  gender: optionalValue(z.enum(constants.genders, texts.validation.gender)).nullish(),
  linkedin: link,
  instagram: link,
  twitter: link,
  profileImage: picture.nullish(),
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;
