import { z } from "zod";
import type * as contract from "./invites.ts";
import { Face } from "../people/answers_people.ts";
import { count, time } from "../site/answers_shared.ts";

export const Invite = z.strictObject({
  id: z.string(),
  expiresAt: time,
  uses: count,
  maxUses: count.nullable(),
  createdBy: z.string(),
  url: z.string().optional().describe("With the token: only when it is made."),
}).meta({ id: "Invite" }) satisfies z.ZodType<contract.Invite>;

export const InviteOf = z.strictObject({
  group: z.strictObject({
    groupName: z.string(),
    description: z.string().nullable(),
    image: z.string().nullable(),
    memberCount: count,
  }),
  invitedBy: Face,
}) satisfies z.ZodType<contract.Invited>;
