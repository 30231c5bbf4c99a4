import type { Handler, Hono, MiddlewareHandler } from "hono";
import { z } from "zod";
import { callOf, formsOf, JsonText, type Operation } from "../operation.ts";
import { guestsAsDeclared, operatorOnly, signedIn } from "./guards.ts";
import { noStore } from "./headers.ts";
import type { Ctx, Env, SignedInEnv } from "./router.ts";
import { callerOf } from "./sign_in.ts";
import { json, parse, query } from "./validate.ts";

/** What the call of an operation does with cookies and streams, which `run` knows nothing of. */
export interface CallDoor {
  /** Changes the input before the limit is counted. */
  // deno-lint-ignore no-explicit-any -- the operation's own types are checked where it is declared
  input?(c: Ctx, input: any): unknown;
  /** After `run`, before it is answered: sets cookies. */
  // deno-lint-ignore no-explicit-any -- as above
  done?(c: Ctx, answer: any): Promise<unknown> | unknown;
  /** Answers in place of `run`; access and input are checked before. */
  respond?(c: Ctx<SignedInEnv>): Promise<Response> | Response;
}

/** Before its route is reached, an operation says how its request is read and counted. */
export function announce(app: Hono<Env>, base: string, operations: Operation[]): void {
  for (const operation of operations.filter(({ body, countedAs }) => body || countedAs)) {
    const [method, path] = callOf(operation);
    app.on(method, [base + path], remember(operation));
    for (const { path } of formsOf(operation)) app.post(path, remember(operation));
  }
}

const remember = (operation: Operation): MiddlewareHandler<Env> => async (c, next) => {
  c.set("operation", operation);
  await next();
};

/** @throws Error for one that neither its `run` nor its door answers */
export function mountCall(api: Hono<Env>, operation: Operation, door: CallDoor = {}): void {
  const [method, path] = callOf(operation);
  if (!door.respond && !operation.run) throw new Error(`${operation.call} is answered by nothing`);
  const respond = door.respond ?? ((c: Ctx<SignedInEnv>) => answer(c as unknown as Ctx, operation, door));
  // deno-lint-ignore no-explicit-any -- the guards have seen to what it relies on
  api.on(method, [path], ...guardsOf(operation), respond as Handler<any>);
}

function guardsOf(operation: Operation): Handler[] {
  const { access, takes, call } = operation;
  const guards: unknown[] = [remember(operation)];
  if (access === "operator") guards.push(operatorOnly);
  else if (access !== "anyone") guards.push(signedIn, guestsAsDeclared(operation));
  if (takes) guards.push(call.startsWith("GET ") ? query(takes) : json(takes));
  return guards as Handler[];
}

async function answer(c: Ctx, operation: Operation, door: CallDoor): Promise<Response> {
  const { takes, gives, says, isSecret, status = 200 } = operation;
  const valid = takes && c.req.valid((operation.call.startsWith("GET ") ? "query" : "json") as never);
  const input = door.input ? door.input(c, valid) : valid;
  const call = callIn(c, operation, c.req.param());
  const answer = await perform(operation, call, input);
  await door.done?.(c, answer);
  const headers = isSecret ? noStore : {};
  if (answer instanceof JsonText) {
    return c.body(answer.text, status, { ...headers, "Content-Type": "application/json" });
  }
  const given = gives === undefined ? {} : answer as object;
  const body = says === undefined ? given : { message: textOf(says, answer, call, input), ...given };
  return c.json(body, status, headers);
}

/** The call as `run` gets it. @throws Invalid for parameters that break their schemas */
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

/** Counts the limit, then does it, for both doors. @throws TooMany, and what `run` throws */
export async function perform({ limit, run }: Operation, call: Call, input: unknown): Promise<unknown> {
  if (limit) await call.deps.limiter.take(limit, call.user!.id);
  return await run!(call, input);
}

export const textOf = (says: NonNullable<Operation["says"]>, answer: unknown, ...more: [unknown, unknown]): string =>
  typeof says === "string" ? says : says(answer, ...more);
