import { z } from "zod";
import { LastMessage } from "../chat/shapes.ts";
import { Face } from "../people/shapes.ts";
import { id } from "../site/fields.ts";
import { count } from "../site/shapes.ts";

export const Conversation = z.strictObject({
  id: z.string().describe("Of the group that it is."),
  user: Face.nullable().describe("The other one; null once their account is deleted."),
  unread: count,
  lastMessage: LastMessage.nullable(),
  mayWrite: z.boolean().describe("Whether the two are friends, and the site has conversations."),
}).meta({ id: "Conversation" });
export type Conversation = z.infer<typeof Conversation>;

export const ConversationsQuery = z.object({
  after: id.optional().describe("The id of the last one of the page before."),
});
