import type * as friends from "./friends.ts";
import type * as users from "./users.ts";
import * as peopleLimits from "./limits.ts";
import { z } from "zod";
import { count, day, time } from "../site/answers_shared.ts";

const face = {
  id: z.string(),
  username: z.string(),
  fullName: z.string().nullable(),
  profileImage: z.string().nullable(),
};

export const Face = z.strictObject(face).meta({ id: "Face" }) satisfies z.ZodType<users.Face>;

const publicUser = { ...face, bio: z.string().nullable() };

export const PublicUser = z.strictObject(publicUser).meta({ id: "PublicUser" }) satisfies z.ZodType<users.PublicUser>;

export const UserCard = z.strictObject({ ...publicUser, email: z.string().nullable() }).meta({
  id: "UserCard",
}) satisfies z.ZodType<users.UserCard>;

export const User = z.strictObject({
  ...publicUser,
  email: z.string(),
  emailVisible: z.boolean(),
  name: z.string(),
  dob: day.nullable(),
  gender: z.enum(peopleLimits.genders).nullable(),
  linkedin: z.string().nullable(),
  instagram: z.string().nullable(),
  twitter: z.string().nullable(),
  emailVerified: z.boolean(),
  createdAt: time,
}).meta({ id: "User" }) satisfies z.ZodType<users.User>;

export const FriendRequest = z.strictObject({
  id: z.string(),
  sender: UserCard.omit({ bio: true }),
  createdAt: time,
}).meta({ id: "FriendRequest" }) satisfies z.ZodType<friends.FriendRequest>;

export const FriendRequested = z.strictObject({
  message: z.string(),
  friends: z.boolean().describe("True when the other one had already asked: both are friends now."),
}) satisfies z.ZodType<friends.FriendRequested>;

export const FriendStatus = z.strictObject({
  requestSent: z.boolean(),
  requestReceived: z.boolean(),
  friends: z.boolean(),
}) satisfies z.ZodType<friends.FriendStatus>;

export const Availability = z.strictObject({ available: z.boolean(), isValid: z.boolean(), message: z.string() });

export const Notice = z.strictObject({
  id: z.string(),
  kind: z.string(),
  text: z.string(),
  url: z.string(),
  createdAt: time,
  readAt: time.nullable(),
}).meta({ id: "Notice" });

export const NoticeList = z.strictObject({ notices: z.array(Notice), unread: count, hasMore: z.boolean() });
