/** Shapes of users. Other people see at most a `UserCard`. */
import * as peopleLimits from "./limits.ts";
import { z } from "zod";
import { dateOfBirth, optionalText, optionalValue, picture, requiredText, webAddress } from "../site/fields.ts";
import { validationServerTexts } from "../site/texts.ts";

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
  /** Null to those whom its owner does not show it. */
  email: string | null;
}

export type Gender = (typeof peopleLimits.genders)[number];

export interface User extends UserCard {
  email: string;
  /** Whether those see it who share no group and no friendship with the user. */
  emailVisible: boolean;
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
  fullName: requiredText(peopleLimits.fullName.max).nullish().transform((name) => name ?? undefined),
  bio: optionalText(peopleLimits.bio.max).nullish(),
  dob: optionalValue(dateOfBirth).nullish(),
  gender: optionalValue(z.enum(peopleLimits.genders, validationServerTexts.gender)).nullish(),
  linkedin: link,
  instagram: link,
  twitter: link,
  profileImage: picture.nullish(),
  emailVisible: z.boolean().optional(),
});
export type ProfileUpdate = z.infer<typeof ProfileUpdate>;

/** Who sees one's address, from a form. */
export const PrivacyForm = z.object({
  emailVisible: z.literal("on").optional().catch(undefined).transform((value) => value === "on"),
}).transform((fields): ProfileUpdate => ({ fullName: undefined, ...fields }));
