import { z } from "zod";
import type * as contract from "./invitations.ts";
import { InviteOf } from "./answers_invites.ts";
import { PublicUser } from "../people/answers_people.ts";
import { count, time } from "../site/answers_shared.ts";

export const InvitedByMail = z.strictObject({
  invited: count,
  alreadyIn: count,
  refused: count,
}) satisfies z.ZodType<contract.InvitedByMail>;

export const Invitation = z.strictObject({
  id: z.string(),
  group: InviteOf.shape.group,
  invitedBy: PublicUser,
  createdAt: time,
}).meta({ id: "Invitation" }) satisfies z.ZodType<contract.Invitation>;
