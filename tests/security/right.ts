/**
 * Who may do what: for each route the answer to a visitor, to Mallory, who is in no group of theirs, to Grace, who is
 * in the group, and to Ada, who made it. A number is a status; a path is where a 303 leads.
 */
export interface Right {
  /** As the service has it: method and pattern. */
  route: string;
  /** What is asked for in its place; names in braces are those of the scene. */
  path?: string;
  json?: Record<string, unknown> | Record<string, unknown>[];
  form?: Record<string, string>;
  /** The name of a file that a form sends beside its fields. */
  file?: string;
  headers?: Record<string, string>;
  /** For a visitor, Mallory, Grace and Ada. */
  answers: [Answer, Answer, Answer, Answer];
  /** For Olga, who operates the site, where she may do what the others may not. */
  operator?: Answer;
  /** Who of them changes something by it. */
  changes: string;
}
export type Answer = number | string;

type Request = Pick<Right, "path" | "json" | "form" | "file" | "headers">;

export const right = (route: string, request: Request, answers: Right["answers"], changes = ""): Right => (
  { route, ...request, answers, changes }
);
/** What only Olga may do, and what it changes. To the others it is not there, which is told as `others` say. */
export const operatorsOnly = (
  route: string,
  { operator = 200, others = 404, ...request }: Request & { operator?: Answer; others?: Answer } = {},
  changes = "",
): Right => ({ ...open(route, request, others, changes), operator });
export const open = (route: string, request: Request = {}, answer: Answer = 200, changes = "") =>
  right(route, request, [answer, answer, answer, answer], changes);
/** Where a visitor is led who asks for a page, or sends a form: to log in and come back. */
export const loginThen = (path: string) => `/login?next=${encodeURIComponent(path)}`;
export const everyone = "visitor Mallory Grace Ada";
export const signedIn = "Mallory Grace Ada";
export const inGroup = "Grace Ada";
export const password = "Correct-horse-1";
