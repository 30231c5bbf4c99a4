import { z } from "zod";
import type * as contract from "./auth.ts";
import { time } from "../site/answers_shared.ts";

export const OwnSession = z.strictObject({
  id: z.string(),
  createdAt: time,
  lastSeenAt: time.describe("To the hour."),
  device: z.string(),
  address: z.string().nullable(),
  current: z.boolean(),
}).meta({ id: "Session" }) satisfies z.ZodType<contract.OwnSession>;
