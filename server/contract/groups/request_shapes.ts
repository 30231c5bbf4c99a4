/** Groups in the list of all, and requests to join them. */
import { z } from "zod";
import { PublicUser } from "../people/shapes.ts";
import { id, optionalText, text } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { validationTexts } from "../site/texts.ts";
import * as groupsLimits from "./limits.ts";
import { Format } from "../site/written_shapes.ts";

const limits = groupsLimits.joinRequests;

export const ListedGroupsQuery = z.object({
  query: text(limits.query).pipe(z.string().max(limits.query, validationTexts.tooLong(limits.query))).optional()
    .describe("Part of the name, the description, or the title or author of the current book."),
  after: id.optional().describe("The id of a group: those after it."),
});

export const ListedGroup = z.strictObject({
  id: z.string(),
  groupName: z.string(),
  description: z.string().nullable(),
  format: Format,
  image: z.string().nullable(),
  memberCount: count,
  currentBook: z.strictObject({ title: z.string(), author: z.string().nullable() }).nullable(),
  requested: z.boolean().describe("Whether the caller has asked to join and waits for an answer."),
}).meta({ id: "ListedGroup" });
export type ListedGroup = z.infer<typeof ListedGroup>;

export const NewJoinRequest = z.object({ text: optionalText(limits.text).nullish() });

export const JoinRequest = z.strictObject({
  user: PublicUser,
  text: z.string().nullable(),
  createdAt: time,
}).meta({ id: "JoinRequest" });
export type JoinRequest = z.infer<typeof JoinRequest>;

export const JoinRequestsQuery = z.object({
  after: id.optional().describe("The id of a person: those who asked after them."),
});

export const JoinRequestAnswer = z.object({ accept: z.boolean() });
