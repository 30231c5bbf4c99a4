/**
 * What can be done here, each declared once. From an operation come its call of the API (`http/call_door.ts`), its form
 * on a page (`http/form_door.ts`), its entry in `/openapi.json` (`http/openapi.ts`) and the browser's typed call.
 * The tests ask it as everybody, and expect what `access` says.
 *
 * A request passes, in this order: the count of all calls (or `countedAs`), the session, `access`, `takes`, `params`,
 * `limit`, and then `run`, whose statements carry the rule. What fails on the way is answered by its `AppError`.
 */
import { z } from "zod";
import type { Caller, Session } from "./auth/sessions.ts";
import type { User } from "./contract/people/shapes.ts";
import type { Deps } from "./deps.ts";
import type { LimitName } from "./rate_limits.ts";

/**
 * For whom it is. The doors ask for a session (else 401), or for an operator's (else 404). What is more is up to `run`:
 * to outsiders what is a group's or somebody's own is not there (404); other members may not do what is for organizers,
 * the creator or the author (403).
 */
export type Access =
  | "anyone"
  | "signedIn"
  | "member"
  | "organizer"
  | "creator"
  | "author"
  | "owner"
  | "operator";

export type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}` ? Name | ParamNames<More> : Rest
  : never;

type Params<Path extends string> = Record<string extends Path ? string : ParamNames<Path>, string>;

interface VisitorCall {
  deps: Deps;
  caller: Caller;
  session?: Session;
}

export interface SignedInCall extends VisitorCall {
  session: Session;
  user: User;
}

type CallBy<A extends Access> = A extends "anyone" ? VisitorCall : SignedInCall;

type Shape = z.ZodType | z.ZodRawShape;
type InputOf<S extends Shape> = S extends z.ZodType ? z.input<S>
  : S extends z.ZodRawShape ? z.input<z.ZodObject<S>>
  : never;

export interface SentForm<Path extends string = string> {
  /** Of the form's own path. */
  params: Params<Path>;
  /** The query of its address, with its `?`. */
  search: string;
  fields: Record<string, string>;
  /** Only with `body: "picture"`. */
  files: Record<string, File>;
  userId?: string;
  /** Milliseconds since 1970. */
  at: number;
}

interface DeclaredForm<Path extends string, FormPath extends string, Input, Answer> {
  /** What it is posted to; opened as a page, it leads to `to`. */
  path: FormPath;
  /** The schema of what was read, where it is not that of the call. */
  takes?: z.ZodType<Input>;
  /** What is parsed: the fields, unless this makes something of what was sent. */
  read?(sent: SentForm<FormPath>): unknown;
  /** The parameters of the call: those of the form's address, unless this takes them from elsewhere. */
  params?(sent: SentForm<FormPath>): Params<Path>;
  /** The toast of the next page, where it is not what the call says. */
  says?: string | ((answer: Answer, sent: SentForm<FormPath>) => string);
  /** The toast in place of what the failure says. */
  failed?: string;
  /** Where it leads; without an answer it was refused, or its address was opened as a page. */
  to(sent: SentForm<FormPath>, answer?: Answer, code?: string): string;
}

interface Declared<
  Method extends string,
  Path extends string,
  A extends Access,
  Takes extends z.ZodType,
  ParamTypes extends z.ZodRawShape,
  Gives extends Shape,
  FormPath extends string,
> {
  /** The path is below that of the API. */
  call: `${Method} ${Path}`;
  /** In the description of the API. */
  summary: string;
  access: A;
  /** The schema of the JSON body, or of the query of a `GET`. */
  takes?: Takes;
  /** Schemas of parameters of the path that are no plain strings. */
  params?: ParamTypes;
  /** The answer, or its keys beside those of `says`. For the description and types: no answer is checked by it. */
  gives?: Gives;
  /** 200, where none is given. */
  status?: 201 | 202 | 302 | 303;
  /** The media type of what is not JSON. */
  type?: string;
  /** The text that is answered as `message`, and the toast after the form. */
  says?:
    | string
    | ((answer: InputOf<Gives>, call: CallBy<A> & { params: Params<Path> }, input: z.output<Takes>) => string);
  /** Counted by the account, after the input is known to be valid; not for `anyone`, who may have none. */
  limit?: LimitName;
  /** Counted in place of every other call: a page makes many of these by itself. */
  countedAs?: { limit: LimitName; byAddress?: true };
  /** Lets a larger body in (`siteLimits.body`): JSON or a form with a picture, or files read as they arrive. */
  body?: "picture" | "files" | "archive" | "text";
  /** Whether guests of the demo may, where it is not as `isForGuests` says. */
  guests?: boolean;
  /** No cache may store the answer. */
  isSecret?: boolean;
  /** By status, the codes of the failures that are its own, beside those that access and input bring. */
  fails?: Record<number, string[]>;
  form?: OneOrMore<DeclaredForm<Path, FormPath, z.output<Takes>, InputOf<Gives>>>;
  /** Does it. Missing where the door answers by itself. @throws AppError with a code of `fails` */
  run?(
    call: CallBy<A> & { params: Omit<Params<Path>, keyof ParamTypes> & z.output<z.ZodObject<ParamTypes>> },
    input: z.output<Takes>,
  ): Promise<Result<Gives>> | Result<Gives>;
}

type Result<Gives extends Shape> = Gives extends z.ZodVoid ? unknown : InputOf<Gives> | JsonText;

// deno-lint-ignore no-explicit-any -- checked where the operation is declared
export type Form = DeclaredForm<any, any, any, any>;

type OneOrMore<T> = T | T[];

/** Guests of the demo are members of a group of their own, and do nothing elsewhere. */
export const isForGuests = (
  { access, guests = ["anyone", "member", "author"].includes(access) }: Pick<Operation, "access" | "guests">,
): boolean => guests;

export const formsOf = ({ form = [] }: Pick<Operation, "form">): Form[] => Array.isArray(form) ? form : [form];

/** Whether it takes files that are read as they arrive. */
export const takesUpload = (operation: Pick<Operation, "body"> | undefined): boolean =>
  operation?.body !== undefined && operation.body !== "picture";

type Any = Declared<string, string, Access, z.ZodType, z.ZodRawShape, Shape, string>;

export interface Operation extends Omit<Any, "call" | "says" | "form" | "run"> {
  call: string;
  // deno-lint-ignore no-explicit-any -- checked where the operation is declared
  says?: string | ((answer: any, call: any, input: any) => string);
  form?: OneOrMore<Form>;
  // deno-lint-ignore no-explicit-any -- as above
  run?(call: any, input: any): unknown;
}

/** @throws Error where it is declared, for a limit by account of what needs none */
export function operation<
  Method extends "GET" | "POST" | "PUT" | "DELETE",
  Path extends string,
  A extends Access,
  Takes extends z.ZodType = z.ZodUnknown,
  // deno-lint-ignore ban-types -- no parameter has a schema
  ParamTypes extends z.ZodRawShape = {},
  Gives extends Shape = z.ZodVoid,
  FormPath extends string = string,
  Says = unknown,
>(declared: Declared<Method, Path, A, Takes, ParamTypes, Gives, FormPath> & { says?: Says }) {
  const { access, call, limit } = declared;
  if (limit && access === "anyone") throw new Error(`${call} has a limit by account, and is open to anyone`);
  return declared;
}

/** An answer that is JSON already, as it is stored or was fetched. */
export class JsonText {
  constructor(readonly text: string) {}
}

export const callOf = ({ call }: Pick<Operation, "call">): [method: string, path: string] =>
  call.split(" ") as [string, string];

/** Of the JSON that its call answers with; undefined where that is none. */
export function answerSchema({ gives, says, type }: Pick<Operation, "gives" | "says" | "type">): z.ZodType | undefined {
  if (type) return undefined;
  if (gives instanceof z.ZodType) return gives;
  return z.strictObject({ ...(says !== undefined && { message: z.string() }), ...gives });
}

/** What `answerSchema` describes, as a type. */
export type AnswerOf<O extends { gives?: Shape; says?: unknown }> = GivenOf<NonNullable<O["gives"]>, O["says"]>;

type GivenOf<Gives extends Shape, Says> = Gives extends z.ZodVoid ? Said<Says>
  : Gives extends z.ZodType ? z.output<Gives>
  : Gives extends z.ZodRawShape ? Said<Says> & z.output<z.ZodObject<Gives>>
  : never;

/** An operation that declares no `says` could still have a text or a function: then there is no message. */
// deno-lint-ignore ban-types -- an object without fields
type Said<Says> = [string, () => string] extends [Says, Says] ? {} : { message: string };
