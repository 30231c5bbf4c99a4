/** Answers of the API, held against its description. */
import assert from "node:assert/strict";
import { operations } from "../../routes/api/mod.ts";
import { failuresOf } from "../../server/http/openapi.ts";
import { answerSchema, callOf, type Operation } from "../../server/operation.ts";

interface Answered {
  status: number;
  /** Of an answer in JSON. */
  body: unknown;
}

const routes = Object.values<Operation>(operations).map((operation) => {
  const [method, path] = callOf(operation);
  return { operation, method, path: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) };
});
const shapes = new Map(routes.map(({ operation }) => [operation, answerSchema(operation)]));

/**
 * Asserts that an operation may answer so: in its shape, without a key more or less, or with a failure that it names.
 */
export function assertAnswers(operation: Operation, { status, body }: Answered): void {
  if (body === undefined) return;
  if (status < 400) {
    return assert.equal(shapes.get(operation)?.safeParse(body).error?.message, undefined, operation.call);
  }
  const { code = "" } = body as { code?: string };
  if (code) {
    assert.ok(failuresOf(operation)[status]?.includes(code), `${operation.call} does not name ${status} ${code}`);
  }
}

/** Asserts it of what a call was answered. @param path below the base of the API; what no operation has is let pass */
export function assertDescribed(method: string, path: string, answered: Answered): void {
  const [pathname] = path.split("?");
  const route = routes.find((one) => one.method === method && one.path.test(pathname));
  if (route) assertAnswers(route.operation, answered);
}
