/** The calls of the API as types, by method and address: what the browser has to send, and what it gets. */
import type { z } from "zod";
import type { AnswerOf, ParamNames } from "../../server/operation.ts";
import type { operations } from "./mod.ts";

type Declared = typeof operations[keyof typeof operations];

type ByCall = { [O in Declared as O["call"]]: O };

/** Such as `"PUT /books/:bookId/progress"`. */
export type Call = keyof ByCall;

export type Params<C extends Call> = C extends `${string} ${infer Path}` ? Record<ParamNames<Path>, string | number>
  : never;

/** What a call takes: a body, or the query of a GET. */
export type Input<C extends Call> = C extends Call ? InputOf<NonNullable<ByCall[C]["takes"]>> : never;

type InputOf<Takes> = Takes extends z.ZodUnknown ? undefined
  : Takes extends z.ZodPreprocess<infer Processed> ? z.input<Processed>
  : z.input<Takes>;

export type Answer<C extends Call> = C extends Call ? AnswerOf<ByCall[C]> : never;
