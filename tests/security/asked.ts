/** What is asked of every route, by everybody: each operation by its call and its forms, and the rest of the pages. */
import { operations } from "../../routes/api/mod.ts";
import { type Access, callOf, type Form, formsOf, type Operation } from "../../server/operation.ts";
import { type Example, examples, type Fields, ofPages, usualParams } from "./examples.ts";

export interface Asked {
  /** As the service has it: method and pattern. */
  route: string;
  /** What is asked for; names in braces are those of the scene. */
  path: string;
  json?: unknown;
  form?: Fields;
  /** The content of a file. */
  file?: string;
  headers?: Fields;
  /** For a visitor, Mallory, Grace, Ada and, where it is for operators, Olga: a status, or where a 303 leads. */
  answers: (number | string)[];
  /** Who of them changes something by it. */
  changes: string;
}

/** Of an operation; the answers are those of its call. */
export interface AskedOperation extends Asked {
  operation: Operation;
  answers: number[];
  /** The form that it is asked by. */
  by?: Form;
}

/** To whom it is refused, and how: a visitor, Mallory, Grace, Ada. */
const refusals: Record<Access, number[]> = {
  anyone: [],
  signedIn: [401],
  member: [401, 404],
  organizer: [401, 404, 403],
  creator: [401, 404, 403],
  author: [401, 404, 403],
  owner: [401, 404, 404],
  operator: [404, 404, 404, 404],
};

export const people = ["visitor", "Mallory", "Grace", "Ada", "Olga"];

/**
 * The path of a pattern, with these parameters or the usual ones: `/books/:bookId` is of {book}, `/groups/:id` of
 * {group}.
 */
export const pathOf = (pattern: string, params: Fields = {}): string =>
  pattern.split("/").map((part, n, parts) => {
    if (!part.startsWith(":")) return part;
    const noun = part === ":id" ? parts[n - 1].replace(/^.*-|s$/g, "") : part.replace(/^:|Id$/g, "");
    return params[part.slice(1)] ?? usualParams[`${parts[n - 1]}/${part}`] ?? usualParams[part] ?? `{${noun}}`;
  }).join("/");

const examplesOf = (name: string): Example[] => [examples[name as keyof typeof examples]].flat();

export const calls: AskedOperation[] = Object.entries<Operation>(operations).flatMap(([name, operation]) =>
  examplesOf(name).map((example) => {
    const { params, takes = operation.takes && {}, file } = example;
    const [method, pattern] = callOf(operation);
    const isQuery = method === "GET" && takes;
    const path = pathOf(`/api${pattern}`, params) + (isQuery ? `?${new URLSearchParams(takes as Fields)}` : "");
    const json = isQuery ? undefined : takes;
    return { route: `${method} /api${pattern}`, path, json, file, ...expectationsOf(operation, example) };
  })
);

const all = Object.entries<Operation>({ ...operations, ...ofPages });

export const forms: AskedOperation[] = all.flatMap(([name, operation]) =>
  examplesOf(name).flatMap((example) =>
    formsOf(operation).flatMap((by, n) => {
      const { params, takes = {}, file, search = "", form = fieldsOf(takes) } = example;
      const fields = Array.isArray(form) ? form[n] : form;
      if (!fields) return [];
      const path = pathOf(by.path, params) + search;
      return [{ route: `POST ${by.path}`, path, form: fields, file, by, ...expectationsOf(operation, example) }];
    })
  )
);

function fieldsOf(takes: object): Fields {
  return Object.fromEntries(Object.entries(takes).map(([key, value]) => [key, `${value}`]));
}

function expectationsOf(operation: Operation, { answers: own, changes }: Example) {
  const { access, status = 200, call } = operation;
  const asked = people.slice(0, access === "operator" ? 5 : 4);
  const answers = asked.map((_, n) => (own ?? refusals[access])[n] ?? status);
  const succeeding = call.startsWith("GET ") ? [] : asked.filter((_, n) => answers[n] < 400);
  return { operation, answers, changes: changes ?? succeeding.join(" ") };
}
