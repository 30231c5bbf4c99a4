/** The routes of operations' calls. */
import type { Handler, Hono, MiddlewareHandler } from "hono";
import { callOf, formsOf, JsonText, type Operation } from "../operation.ts";
import { operatorOnly, signedIn } from "./guards.ts";
import { noStore } from "./headers.ts";
import { callIn, perform, textOf } from "./perform.ts";
import type { Ctx, Env, SignedInEnv } from "./router.ts";
import { json, query } from "./validate.ts";

/** What the route of a call does beside it: of requests and browsers operations know nothing. */
export interface CallDoor {
  /** The input, with what the browser has sent beside it. */
  // deno-lint-ignore no-explicit-any -- the operation's own types are checked where it is declared
  input?(c: Ctx, input: any): unknown;
  /** Called with the answer before it is sent. */
  // deno-lint-ignore no-explicit-any -- as above
  done?(c: Ctx, answer: any): void;
  /** Answers in place of the operation's `run`. */
  respond?(c: Ctx<SignedInEnv>): Promise<Response> | Response;
}

/** Lets an operation be known before its route is reached, where it says how a request is read or counted. */
export function announce(app: Hono<Env>, base: string, operations: Operation[]): void {
  for (const operation of operations.filter(({ body, countedAs }) => body || countedAs)) {
    const [method, path] = callOf(operation);
    const remember: MiddlewareHandler<Env> = async (c, next) => {
      c.set("operation", operation);
      await next();
    };
    app.on(method, [base + path], remember);
    for (const { path } of formsOf(operation)) app.post(path, remember);
  }
}

/** Mounts the route of an operation's call. */
export function mountCall(api: Hono<Env>, operation: Operation, door: CallDoor = {}): void {
  const [method, path] = callOf(operation);
  if (!door.respond && !operation.run) throw new Error(`${operation.call} is answered by nothing`);
  const respond = door.respond ?? ((c: Ctx<SignedInEnv>) => answer(c as unknown as Ctx, operation, door));
  // deno-lint-ignore no-explicit-any -- the guards have seen to what it relies on
  api.on(method, [path], ...guardsOf(operation), respond as Handler<any>);
}

function guardsOf(operation: Operation): Handler[] {
  const { access, takes, call } = operation;
  const remember: Handler<Env> = async (c, next) => {
    c.set("operation", operation);
    await next();
  };
  const guards: unknown[] = [remember];
  if (access === "operator") guards.push(operatorOnly);
  else if (access !== "anyone") guards.push(signedIn);
  if (takes) guards.push(call.startsWith("GET ") ? query(takes) : json(takes));
  return guards as Handler[];
}

async function answer(c: Ctx, operation: Operation, door: CallDoor): Promise<Response> {
  const { takes, says, isSecret, status = 200 } = operation;
  const valid = takes && c.req.valid((operation.call.startsWith("GET ") ? "query" : "json") as never);
  const input = door.input ? door.input(c, valid) : valid;
  const call = callIn(c, operation, c.req.param());
  const answer = await perform(operation, call, input);
  door.done?.(c, answer);
  if (answer instanceof JsonText) return c.body(answer.text, 200, { "Content-Type": "application/json" });
  const body = says === undefined ? answer : { message: textOf(says, answer, call, input), ...answer as object };
  return c.json(body as object, status, isSecret ? noStore : {});
}
