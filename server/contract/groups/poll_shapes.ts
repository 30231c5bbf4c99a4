import { z } from "zod";
import { Face } from "../people/shapes.ts";
import { id, requiredText, sentTime } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { polls as limits } from "./limits.ts";
import { pollTexts as words } from "./poll_texts.ts";

export const pollKinds = ["one", "many", "ranked"] as const;
export type PollKind = (typeof pollKinds)[number];

const PollOption = z.strictObject({
  id: z.string(),
  text: z.string(),
  bookId: z.string().nullable(),
  votes: count.nullable().describe(
    "Null until the caller has voted or it is closed, and where an archive did not have all of them; " +
      "of a ranked poll the first choices.",
  ),
  voters: z.array(Face).nullable().describe(
    `Of one poll that is not secret, with its votes: up to ${limits.faces}. Null in a list.`,
  ),
});
export type PollOption = z.infer<typeof PollOption>;

export const Poll = z.strictObject({
  id: z.string(),
  groupId: z.string(),
  question: z.string(),
  kind: z.enum(pollKinds),
  secret: z.boolean(),
  options: z.array(PollOption),
  mine: z.array(z.string()).describe("What the caller has voted for; of a ranked poll in their order."),
  voted: count.nullable().describe(
    "How many members have voted; null where it was read back from an archive that did not have all of their votes.",
  ),
  closesAt: time.nullable(),
  closedAt: time.nullable(),
  winner: z.string().nullable().describe(
    "Once it is closed: an option; null on a tie, where nobody has voted, or where an archive did not have the votes.",
  ),
  mayChange: z.boolean().describe("Whether the caller may close and delete it."),
}).meta({ id: "Poll" });
export type Poll = z.infer<typeof Poll>;

export const PollsQuery = z.object({ after: id.optional().describe("The id of a poll: those after it.") });

const NewOption = z.object({ text: requiredText(limits.option).optional(), bookId: id.optional() })
  .refine(({ text, bookId }) => (text === undefined) !== (bookId === undefined), words.textOrBook);
export type NewOption = z.output<typeof NewOption>;

const { min, max } = limits.options;

// Counted before the first one is parsed.
const newOptions = z.array(z.unknown(), words.optionCount(min, max)).min(min, words.optionCount(min, max))
  .max(max, words.optionCount(min, max)).pipe(z.array(NewOption))
  .refine((options) => new Set(options.map((option) => JSON.stringify(option))).size === options.length, words.twice);

export const NewPoll = z.object({
  question: requiredText(limits.question),
  kind: z.enum(pollKinds),
  options: newOptions,
  closesAt: sentTime(words.noTime).nullish().transform((value) => value ?? null),
  secret: z.boolean().default(false),
  clientId: z.uuid().optional().describe("Sent again under the same one, it is made once."),
});
export type NewPoll = z.output<typeof NewPoll>;

export const NewVote = z.object({
  options: z.array(id, words.chooseOne).min(1, words.chooseOne).max(max, words.chooseOne)
    .refine((options) => new Set(options).size === options.length, words.chosenTwice),
});
