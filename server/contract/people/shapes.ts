/** Other people see at most a `UserCard`. */
import { z } from "zod";
import * as peopleLimits from "./limits.ts";
import { reportTexts } from "./texts.ts";
import { dateOfBirth, id, optionalText, optionalValue, picture, requiredText, webAddress } from "../site/fields.ts";
import { day, time } from "../site/shapes.ts";
import { validationServerTexts } from "../site/texts.ts";

const face = {
  id: z.string(),
  username: z.string(),
  fullName: z.string().nullable(),
  profileImage: z.string().nullable(),
};

export const Face = z.strictObject(face).meta({ id: "Face" });
export type Face = z.infer<typeof Face>;

const publicUser = { ...face, bio: z.string().nullable() };

export const PublicUser = z.strictObject(publicUser).meta({ id: "PublicUser" });
export type PublicUser = z.infer<typeof PublicUser>;

export const UserCard = z.strictObject({
  ...publicUser,
  email: z.string().nullable().describe("Null to people to whom its owner does not show it."),
}).meta({ id: "UserCard" });
export type UserCard = z.infer<typeof UserCard>;

export const User = z.strictObject({
  ...publicUser,
  email: z.string().nullable().describe("Null for people who log in by their username."),
  emailVisible: z.boolean().describe("Whether people see it who share no group and no friendship with the user."),
  name: z.string(),
  dob: day.nullable(),
  gender: z.enum(peopleLimits.genders).nullable(),
  linkedin: z.string().nullable(),
  instagram: z.string().nullable(),
  twitter: z.string().nullable(),
  emailVerified: z.boolean(),
  createdAt: time,
}).meta({ id: "User" });
export type User = z.infer<typeof User>;

const link = optionalValue(webAddress).nullish();

/** A missing field stays as it is; null and blank clear it, except for the full name. */
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

export const PrivacyForm = z.object({
  emailVisible: z.literal("on").optional().catch(undefined).transform((value) => value === "on"),
}).transform((fields): ProfileUpdate => ({ fullName: undefined, ...fields }));

export const PeopleSearch = z.object({
  username: z.string().default("").describe("The beginning of a username or of words of a full name."),
});

export const BlockedQuery = z.object({
  after: z.string().optional().describe("The id of the last person of the page before."),
});

export const NewFriendRequest = z.object({ receiverId: id });

export const FriendRequest = z.strictObject({
  id: z.string(),
  sender: UserCard.omit({ bio: true }),
  createdAt: time,
}).meta({ id: "FriendRequest" });
export type FriendRequest = z.infer<typeof FriendRequest>;

export const FriendRequested = z.strictObject({
  message: z.string(),
  friends: z.boolean().describe("True when the other one had already asked: both are friends now."),
});
export type FriendRequested = z.infer<typeof FriendRequested>;

export const FriendStatus = z.strictObject({
  requestSent: z.boolean(),
  requestReceived: z.boolean(),
  friends: z.boolean(),
});
export type FriendStatus = z.infer<typeof FriendStatus>;

export const reportKinds = ["message", "profile", "group"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportDecisions = ["dismissed", "removed", "disabled"] as const;
export type ReportDecision = (typeof reportDecisions)[number];

export const ReportSubject = z.object({ kind: z.enum(reportKinds, reportTexts.invalidKind), id });
export type ReportSubject = z.infer<typeof ReportSubject>;

export const NewReport = ReportSubject.extend({
  reason: requiredText(peopleLimits.reports.reason, reportTexts.reasonRequired),
});
export type NewReport = z.infer<typeof NewReport>;

export const ReportSnapshot = z.strictObject({
  title: z.string().describe("The message's text, the person's name, or the group's."),
  text: z.string().nullable().describe("The person's or the group's description."),
  context: z.array(z.strictObject({ id: z.string(), username: z.string(), content: z.string(), createdAt: time }))
    .describe("The messages around a reported one, oldest first, itself among them."),
}).describe("What was reported, as it was then.");
export type ReportSnapshot = z.infer<typeof ReportSnapshot>;
