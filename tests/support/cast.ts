/** The named cast at an app that runs, which `await using` ends: Ada made the group, Grace is in it, Mallory is not. */
import type { Message } from "../../server/contract/chat/shapes.ts";
import { type Person, startApp } from "./app.ts";

export type Options = Parameters<typeof startApp>[0];

export async function startCast(options?: Options) {
  const app = await startApp(options);
  const [ada, grace, mallory] = await Promise.all(["Ada", "Grace", "Mallory"].map(app.person));
  const circle = await app.group(ada, grace);
  /** The path of the group's calls. */
  const here = `/groups/${circle.id}`;
  /** Sends a message to the group. */
  const post = async (by: Person, content: string, more = {}): Promise<Message> =>
    (await app.call("POST", `${here}/messages`, by, { content, ...more })).body.message;
  const messages = async (as = ada): Promise<Message[]> =>
    (await app.call("GET", `${here}/messages`, as)).body.messages;
  return { ...app, ada, grace, mallory, circle, here, post, messages };
}

export type Cast = Awaited<ReturnType<typeof startCast>>;

/** The cast with a book in their group. */
export async function startReading(options?: Options, draft: Record<string, unknown> = {}) {
  const cast = await startCast(options);
  const { call, ada, circle } = cast;
  const shelf = `/books/groups/${circle.id}/books`;
  const { body: { book } } = await call("POST", shelf, ada, { title: "Sketch", pageCount: 200, ...draft });
  const bookId: string = book.id;
  const path = `/books/${bookId}`;
  return {
    ...cast,
    shelf,
    book,
    bookId,
    /** The path of the book's calls. */
    path,
    /** The group's books, as somebody sees them. */
    list: async (as: Person) => (await call("GET", shelf, as)).body.books,
    turn: (as: Person | null, currentPage: unknown) => call("PUT", `${path}/progress`, as, { currentPage }),
    share: (as: Person, shared: unknown = true) => call("PUT", `${path}/sharing`, as, { shared }),
  };
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The mails that wait to be read in the browser, the newest first. */
export const mailsOf = async ({ url }: { url: string }, to?: string): Promise<Mail[]> =>
  (await (await fetch(`${url}/dev/mail.json`)).json()).filter((mail: Mail) => to === undefined || mail.to === to);

export const subjectsOf = async (app: { url: string }, to?: string): Promise<string[]> =>
  (await mailsOf(app, to)).map(({ subject }) => subject);

/** Runs a statement of the test's own. */
export const run = ({ deps: { db } }: Pick<Cast, "deps">, statement: string) => db.write([db.q.run(statement)]);
