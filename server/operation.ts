/**
 * What can be done here, each declared once: from an operation come its call of the API, its form on a page, its entry in
 * the description of the API, its row in the table of rights, and the browser's typed call.
 */
import { z } from "zod";
import type { Caller, Session } from "./auth/sessions.ts";
import type { User } from "./contract/people/shapes.ts";
import type { Deps } from "./deps.ts";
import type { LimitName } from "./rate_limits.ts";

/** To outsiders what is a group's is not there (404); other members may not do what is an organizer's (403). */
export type Access =
  | "anyone"
  | "signedIn"
  | "member"
  | "organizer"
  | "creator"
  | "author"
  | "owner"
  | "operator";

type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
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
  params: Params<Path>;
  search: string;
  fields: Record<string, string>;
  files: Record<string, File>;
  userId?: string;
  at: number;
}

interface DeclaredForm<Path extends string, FormPath extends string, Input, Answer> {
  path: FormPath;
  takes?: z.ZodType<Input>;
  read?(sent: SentForm<FormPath>): unknown;
  /** The parameters of the call: those of the form's address, unless this takes them from elsewhere. */
  params?(sent: SentForm<FormPath>): Params<Path>;
  says?: string | ((answer: Answer, sent: SentForm<FormPath>) => string);
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
  call: `${Method} ${Path}`;
  summary: string;
  access: A;
  takes?: Takes;
  params?: ParamTypes;
  gives?: Gives;
  status?: 201 | 202 | 302 | 303;
  type?: string;
  says?:
    | string
    | ((answer: InputOf<Gives>, call: CallBy<A> & { params: Params<Path> }, input: z.output<Takes>) => string);
  /** Counted by the account, after the input is known to be valid. */
  limit?: LimitName;
  /** Counted in place of every other call: a page makes many of these by itself. */
  countedAs?: { limit: LimitName; byAddress?: true };
  body?: "picture" | "files";
  isSecret?: boolean;
  /** By status, the codes of the failures that are its own, beside those that access and input bring. */
  fails?: Record<number, string[]>;
  form?: OneOrMore<DeclaredForm<Path, FormPath, z.output<Takes>, InputOf<Gives>>>;
  run?(
    call: CallBy<A> & { params: Omit<Params<Path>, keyof ParamTypes> & z.output<z.ZodObject<ParamTypes>> },
    input: z.output<Takes>,
  ): Promise<Result<Gives>> | Result<Gives>;
}

type Result<Gives extends Shape> = Gives extends z.ZodVoid ? unknown : InputOf<Gives> | JsonText;

// deno-lint-ignore no-explicit-any -- checked where the operation is declared
export type Form = DeclaredForm<any, any, any, any>;

type OneOrMore<T> = T | T[];

export const formsOf = ({ form = [] }: Pick<Operation, "form">): Form[] => Array.isArray(form) ? form : [form];

type Any = Declared<string, string, Access, z.ZodType, z.ZodRawShape, Shape, string>;

export interface Operation extends Omit<Any, "call" | "says" | "form" | "run"> {
  call: string;
  // deno-lint-ignore no-explicit-any -- checked where the operation is declared
  says?: string | ((answer: any, call: any, input: any) => string);
  form?: OneOrMore<Form>;
  // deno-lint-ignore no-explicit-any -- as above
  run?(call: any, input: any): unknown;
}

export const operation = <
  Method extends "GET" | "POST" | "PUT" | "DELETE",
  Path extends string,
  A extends Access,
  Takes extends z.ZodType = z.ZodUnknown,
  // deno-lint-ignore ban-types -- no parameter has a schema
  ParamTypes extends z.ZodRawShape = {},
  Gives extends Shape = z.ZodVoid,
  FormPath extends string = string,
>(declared: Declared<Method, Path, A, Takes, ParamTypes, Gives, FormPath>) => declared;

export class JsonText {
  constructor(readonly text: string) {}
}

export const callOf = ({ call }: Pick<Operation, "call">): [method: string, path: string] =>
  call.split(" ") as [string, string];

export function answerSchema({ gives, says, type }: Pick<Operation, "gives" | "says" | "type">): z.ZodType | undefined {
  if (type) return undefined;
  if (gives instanceof z.ZodType) return gives;
  return z.strictObject({ ...(says !== undefined && { message: z.string() }), ...gives });
}
