/**
 * What can be done here, each declared once: from an operation come its call of the API, its form on a page, its entry in
 * the description of the API, its row in the table of rights, and the browser's typed call.
 */
import { z } from "zod";
import type { Caller, Session } from "./auth/sessions.ts";
import type { User } from "./contract/people/users.ts";
import type { Deps } from "./deps.ts";
import type { LimitName } from "./rate_limits.ts";

/**
 * The people an operation is for. To those who are in none of a group's it is not there (404), as what is theirs alone is
 * not to anybody but its owner; other members may not do what is an organizer's, the creator's or the author's (403).
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

type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}` ? Name | ParamNames<More> : Rest
  : never;

/** The parameters of a path, such as `/groups/:id`. */
export type Params<Path extends string> = Record<ParamNames<Path>, string>;

/** What an operation is given beside its input. */
export interface VisitorCall {
  deps: Deps;
  /** Where it comes from. Only what needs it asks: a browser gets a cookie by it. */
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

/** What was sent by a form: the parameters of its address, its query with the question mark, and its fields. */
export interface SentForm<Path extends string = string> {
  params: Params<Path>;
  search: string;
  fields: Record<string, string>;
  /** The pictures that were chosen. */
  files: Record<string, File>;
  userId?: string;
}

interface DeclaredForm<Path extends string, FormPath extends string, Input, Answer> {
  /** What it posts to. */
  path: FormPath;
  /** The schema of its fields, where they differ from what the call takes. */
  takes?: z.ZodType<Input>;
  /** What its schema reads: its fields, unless this makes something else of them. */
  read?(sent: SentForm<FormPath>): unknown;
  /** The parameters of the call: those of the form's address, unless this takes them from elsewhere. */
  params?(sent: SentForm<FormPath>): Params<Path>;
  /** The toast when it is done: what the operation says, unless it says something else here. */
  says?: string | ((answer: Answer, sent: SentForm<FormPath>) => string);
  /** The toast when it was refused: the text of the failure, unless one stands here. */
  failed?: string;
  /** Where it leads; without an answer it was refused, with that code, or its address was opened as a page. */
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
  /** Method, and path below the base of the API. */
  call: `${Method} ${Path}`;
  /** What it does, in a line. */
  summary: string;
  access: A;
  /** The query of a GET, the JSON body of anything else. */
  takes?: Takes;
  /** Schemas of those parameters that are more than ids. */
  params?: ParamTypes;
  /** The answer, or its keys; without it the answer is what it says. */
  gives?: Gives;
  status?: 201 | 202;
  /** The media type of an answer that is no JSON. */
  type?: string;
  /** The text for people when it is done: in the answer, and as the toast of the form. */
  says?:
    | string
    | ((answer: InputOf<Gives>, call: CallBy<A> & { params: Params<Path> }, input: z.output<Takes>) => string);
  /** Counted by the account, after the input is known to be valid. */
  limit?: LimitName;
  /** Counted in place of every other call: a page makes many of these by itself. */
  countedAs?: { limit: LimitName; byAddress?: true };
  /** What may come in beside JSON: a picture in a data URL or a form, or files. */
  body?: "picture" | "files";
  /** Whether the answer is to be stored nowhere. */
  isSecret?: boolean;
  /** By status, the codes of the failures that are its own, beside those that access and input bring. */
  fails?: Record<number, string[]>;
  /** A form on a page that does the same, or several. */
  form?: OneOrMore<DeclaredForm<Path, FormPath, z.output<Takes>, InputOf<Gives>>>;
  run?(
    call: CallBy<A> & { params: Omit<Params<Path>, keyof ParamTypes> & z.output<z.ZodObject<ParamTypes>> },
    input: z.output<Takes>,
  ): Promise<InputOf<Gives>> | InputOf<Gives>;
}

// deno-lint-ignore no-explicit-any -- checked where the operation is declared
export type Form = DeclaredForm<any, any, any, any>;

type OneOrMore<T> = T | T[];

/** The forms of an operation. */
export const formsOf = ({ form = [] }: Pick<Operation, "form">): Form[] => Array.isArray(form) ? form : [form];

/** An operation as the doors to it take it. */
export interface Operation {
  call: string;
  summary: string;
  access: Access;
  takes?: z.ZodType;
  params?: z.ZodRawShape;
  gives?: Shape;
  status?: 201 | 202;
  type?: string;
  // deno-lint-ignore no-explicit-any -- checked where the operation is declared
  says?: string | ((answer: any, call: any, input: any) => string);
  limit?: LimitName;
  countedAs?: { limit: LimitName; byAddress?: true };
  body?: "picture" | "files";
  isSecret?: boolean;
  fails?: Record<number, string[]>;
  form?: OneOrMore<Form>;
  // deno-lint-ignore no-explicit-any -- as above
  run?(call: any, input: any): unknown;
}

/** Declares an operation; one without `run` is answered by its route. */
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

/** Text that is JSON already. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** The method and the path of an operation's call. */
export const callOf = ({ call }: Pick<Operation, "call">): [method: string, path: string] =>
  call.split(" ") as [string, string];

/** The schema of an operation's answer in JSON. */
export function answerSchema({ gives, says, type }: Pick<Operation, "gives" | "says" | "type">): z.ZodType | undefined {
  if (type) return undefined;
  if (gives instanceof z.ZodType) return gives;
  return z.strictObject({ ...(says !== undefined && { message: z.string() }), ...gives });
}
