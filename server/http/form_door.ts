import type { Hono, MiddlewareHandler } from "hono";
import { z } from "zod";
import { type Form, formsOf, type Operation, type SentForm } from "../operation.ts";
import { callIn, perform, textOf } from "./call_door.ts";
import { setFlash } from "./cookies.ts";
import { readForm, type Refusal, runFormAction } from "./form.ts";
import { guestsAsDeclared, operatorPage, signedInForm } from "./guards.ts";
import type { Ctx, Env, SignedInEnv } from "./router.ts";

type C = Ctx<SignedInEnv>;

/** What a form does that its declaration cannot say, with cookies and pages. */
export interface FormDoor {
  /** Of several forms the one that is on this page; all without it. */
  path?: string;
  /** Answers a failure by a page; without it, or by undefined, the form leads to its `to` with a toast. */
  refused?(c: C, refusal: Refusal, sent: SentForm): Promise<Response | undefined> | Response | undefined;
  /** Answers what was done, likewise. */
  // deno-lint-ignore no-explicit-any -- the operation's own types are checked where it is declared
  done?(c: C, answer: any, sent: SentForm): Promise<Response | void> | Response | void;
  /** Changes the input before the limit is counted. */
  // deno-lint-ignore no-explicit-any -- as above
  input?(c: C, input: any, sent: SentForm): unknown;
  /** Another operation, where a field says which. */
  choose?(sent: SentForm): Operation;
  /** In place of all else, after access. */
  respond?(c: C): Promise<Response> | Response;
}

/**
 * A form passes what its call does: access (a visitor goes to the login), schema, limit, `run`; then it redirects with
 * a toast. To open its address as a page, as after a login, leads to the page that has it; those of operators are
 * unknown to everybody else. @throws Error for an operation without a form
 */
export function mountForm(pages: Hono<Env>, operation: Operation, door: FormDoor = {}): void {
  const forms = formsOf(operation).filter(({ path }) => door.path === undefined || path === door.path);
  if (forms.length === 0) throw new Error(`${operation.call} has no form`);
  for (const form of forms) {
    const open = operation.access === "operator" ? guardOf(operation) : [];
    pages.get(form.path, ...open, (c) => c.redirect(form.to(sentBy(c as unknown as C)), 303));
    const receive = (c: C) => door.respond ? door.respond(c) : submit(c, operation, { form, door });
    pages.post(form.path, ...guardOf(operation), (c) => receive(c as unknown as C));
  }
}

export const mountForms = (pages: Hono<Env>, operations: Operation[]): void =>
  operations.forEach((operation) => mountForm(pages, operation));

function guardOf(operation: Operation): [MiddlewareHandler, MiddlewareHandler] {
  const { access } = operation;
  const guard: unknown = access === "operator" ? operatorPage : access === "anyone" ? pass : signedInForm;
  return [guard as MiddlewareHandler, guestsAsDeclared(operation)];
}

const pass: MiddlewareHandler = async (_, next) => await next();

interface Submission {
  form: Form;
  door: FormDoor;
}

async function submit(c: C, mounted: Operation, { form, door }: Submission): Promise<Response> {
  const fields = await readForm(c);
  const sent = { ...sentBy(c), fields, files: mounted.body === "picture" ? await filesIn(c) : {} };
  const operation = door.choose?.(sent) ?? mounted;
  if (operation.access !== mounted.access) throw new Error(`${operation.call} is for others than ${mounted.call}`);
  let says = () => "";
  const schema = form.takes ?? operation.takes ?? z.unknown();
  const read = form.read ? form.read(sent) : fields;
  const outcome = await runFormAction(c, { schema, fields: read }, async (parsed) => {
    const input = door.input ? door.input(c, parsed, sent) : parsed;
    const call = callIn(c, operation, form.params ? form.params(sent) : sent.params);
    const answer = await perform(operation, call, input);
    says = () => form.says ? textOf(form.says, answer, sent, input) : textOf(operation.says ?? "", answer, call, input);
    return answer;
  });
  const response = outcome.ok ? await door.done?.(c, outcome.value, sent) : await door.refused?.(c, outcome, sent);
  if (response) return response;
  const text = outcome.ok ? says() : form.failed ?? outcome.message;
  if (text) setFlash(c, outcome.ok ? "success" : "error", text);
  return c.redirect(outcome.ok ? form.to(sent, outcome.value ?? {}) : form.to(sent, undefined, outcome.code), 303);
}

const sentBy = (c: C): SentForm => ({
  params: c.req.param() as Record<string, string>,
  search: new URL(c.req.url).search,
  fields: {},
  files: {},
  userId: c.var.session?.user.id,
  at: c.var.deps.clock(),
});

async function filesIn(c: C): Promise<Record<string, File>> {
  const fields = Object.entries(await c.req.parseBody());
  return Object.fromEntries(
    fields.filter((field): field is [string, File] => field[1] instanceof File && !!field[1].name),
  );
}
