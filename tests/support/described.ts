/** Failures of the API, held against its description. */
import assert from "node:assert/strict";
import { operations } from "../../routes/api/mod.ts";
import { failuresOf } from "../../server/http/openapi.ts";
import { callOf, type Operation } from "../../server/operation.ts";

interface Answered {
  status: number;
  body: unknown;
}

/** Asserts that an operation may fail so, where it has failed. */
export function assertFails(operation: Operation, { status, body }: Answered): void {
  const code = (body as { code?: string } | undefined)?.code;
  if (status < 400 || code === undefined) return;
  assert.ok(failuresOf(operation)[status]?.includes(code), `${operation.call} does not name ${status} ${code}`);
}

const routes = Object.values<Operation>(operations).map((operation) => {
  const [method, path] = callOf(operation);
  return { operation, method, path: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`) };
});

/** Asserts it of what a call was answered. @param path below the base of the API; what no operation has is let pass */
export function assertDescribed(method: string, path: string, answered: Answered): void {
  const [pathname] = path.split("?");
  const route = routes.find((one) => one.method === method && one.path.test(pathname));
  if (route) assertFails(route.operation, answered);
}
