import { z } from "zod";
import type { Operation } from "../operation.ts";
import { callerOf } from "./caller.ts";
import type { Ctx, Env } from "./router.ts";
import { parse } from "./validate.ts";

/** What an operation is given beside its input. @throws Invalid for parameters that break their schemas */
export function callIn<E extends Env>(c: Ctx<E>, { params: schemas }: Operation, params: Record<string, string>) {
  const { deps, session } = c.var;
  return {
    deps,
    session,
    user: session?.user,
    params: schemas ? { ...params, ...parse(z.object(schemas), params) } : params,
    get caller() {
      return callerOf(c);
    },
  };
}

type Call = ReturnType<typeof callIn>;

/** Counts an operation, and runs it. @throws TooMany, and what the operation throws */
export async function perform({ limit, run }: Operation, call: Call, input: unknown): Promise<unknown> {
  if (limit) await call.deps.limiter.take(limit, call.user!.id);
  return await run!(call, input);
}

/** What is said of an answer. */
export const textOf = (says: NonNullable<Operation["says"]>, answer: unknown, ...more: [unknown, unknown]): string =>
  typeof says === "string" ? says : says(answer, ...more);
