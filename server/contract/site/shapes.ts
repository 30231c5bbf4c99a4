import { z } from "zod";

/** ISO 8601, UTC, with milliseconds. */
export const time = z.iso.datetime({ precision: 3 });

/** `YYYY-MM-DD` */
export const day = z.iso.date();

export const count = z.int().min(0);

export const Done = z.strictObject({ message: z.string() }).meta({ id: "Done" });

const Issue = z.strictObject({ path: z.string(), message: z.string() });
export type Issue = z.infer<typeof Issue>;

export const Failure = z.strictObject({
  message: z.string(),
  error: z.string().describe("The same text as `message`."),
  code: z.string().describe("For programs; the text is for people."),
  issues: z.array(Issue).optional().describe("The fields that are wrong, where some are."),
  requestId: z.string().optional().describe("By which the operator finds it in the log; of failures of the server."),
}).meta({ id: "Failure" });
export type Failure = z.infer<typeof Failure>;
