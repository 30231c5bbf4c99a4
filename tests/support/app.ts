/** A whole service for a test: a fresh database file, a port of its own, and the named cast. */
import { statfsSync } from "node:fs";
import { v7 as uuid } from "uuid";
import { deleteSession } from "../../db/account/sessions.ts";
import { findCredentials, insertUser } from "../../db/account/accounts.ts";
import { findUser } from "../../db/people/users.ts";
import { buildIfStale, readAssets } from "../../islands/runtime/build.ts";
import { readConfig } from "../../server/settings/settings.ts";
import type { Authenticated } from "../../server/contract/account/shapes.ts";
import { startSession } from "../../server/auth/sessions.ts";
import { hashToken } from "../../server/auth/secrets.ts";
import { usernameFrom } from "../../server/actions/account/names.ts";
import type { Group } from "../../server/contract/groups/shapes.ts";
import type { User } from "../../server/contract/people/shapes.ts";
import type { Deps } from "../../server/deps.ts";
import { openLog } from "../../server/log.ts";
import { startService } from "../../server/service.ts";
import { assertDescribed } from "./described.ts";
import { uncompressed } from "./requests.ts";
import { lineOutput } from "./log.ts";
import { isFree, reservePort } from "./ports.ts";
import { copyTemplate } from "./template.ts";

export interface Person extends Omit<User, "email"> {
  email: string;
  token: string;
  password: string;
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface TestApp {
  /** `http://localhost:PORT` */
  url: string;
  deps: Deps;
  /** Of the link that it has logged, while it has no people. */
  setupToken: Promise<string | undefined>;
  /** Lines of the log. */
  log: string[];
  /** Calls the API, as a person or as a visitor; what fails is to be described. */
  // deno-lint-ignore no-explicit-any -- what a test reads of an answer is what it asserts
  call<T = any>(method: string, path: string, as?: Pick<Person, "token"> | null, body?: unknown): Promise<Answer<T>>;
  /** Signs someone in, who is stored before if need be: `Ada` is `ada@example.org`, verified. */
  person(name: string): Promise<Person>;
  /** Registers, verifies by mail and logs in, where that is what a test is about. */
  register(name: string): Promise<Person>;
  /** Makes a group of the first, with the others in it. */
  group(creator: Person, ...others: Person[]): Promise<Group>;
  /** The paths of the links that were mailed to an address, the newest first. */
  links(email: string): Promise<string[]>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Options {
  /** Settings beside the tests' own. */
  env?: Record<string, string>;
  clock?: () => number;
  /** The folder of the database; a fresh one that is removed again when left out. */
  folder?: string;
}

const password = "Correct-horse-1";
/** Its hash, as the service makes it. */
const passwordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$Ac35OfcXujLLXxgT5oLeqA$qwk3jWowku2+zvCsLPCh3+JcBdQJY0wPEznST8DYT7A";

/** Ports of services that have ended, the last one last: windows are kept by address. */
const freePorts = new Set<number>();

function takePort(): number {
  // Another module may have reserved it meanwhile.
  const port = [...freePorts].findLast(isFree) ?? reservePort();
  freePorts.delete(port);
  return port;
}

/**
 * A folder in memory, where there is room for many databases: otherwise each write would wait for the disk. A process
 * of its own may not write there, so that a test of one passes `folder`.
 */
function inMemory(): string | undefined {
  const folder = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 2 * 1024 ** 3 ? folder : undefined;
  } catch {
    return undefined;
  }
}

export async function startApp({ env = {}, clock, folder }: Options = {}): Promise<TestApp> {
  const home = folder ?? await Deno.makeTempDir({ dir: inMemory(), prefix: "chapterhouse-" });
  if (!folder) await copyTemplate("started", `${home}/test.db`);
  const log: string[] = [];
  const port = env.PORT === undefined ? takePort() : undefined;
  const service = await startService({
    config: readConfig({
      PORT: env.PORT ?? String(port),
      RATE_LIMITS: "off",
      BOOK_SOURCES: "shelf",
      DATABASE_URL: `file:${home}/test.db`,
      ...env,
    }),
    log: openLog("debug", lineOutput((line) => log.push(line))),
    assets: await builtAssets(),
    clock,
  });
  const url = `http://localhost:${service.port}`;
  const call = caller(url + service.deps.config.apiBase);
  let stopped: Promise<void> | undefined;
  const app: TestApp = {
    url,
    deps: service.deps,
    setupToken: service.setupToken,
    log,
    call,
    person: (name) => signIn(service.deps, name),
    register: (name) => register(app, name),
    async group(creator, ...others) {
      const { body } = await call("POST", "/groups", creator, { groupName: `Group of ${creator.username}` });
      for (const { id } of others) await call("POST", `/groups/${body.group.id}/members`, creator, { userId: id });
      return (await call("GET", `/groups/${body.group.id}`, creator)).body.group;
    },
    async links(email) {
      const mails = await (await fetch(`${url}/dev/mail.json`)).json() as { to: string; text: string }[];
      return mails.filter(({ to }) => to === email).map(({ text }) => /https?:\/\/[^/]+(\/\S+)/.exec(text)![1]);
    },
    stop: () => stopped ??= service.stop().finally(() => port && freePorts.add(port)),
    async [Symbol.asyncDispose]() {
      await app.stop();
      if (!folder) await Deno.remove(home, { recursive: true });
    },
  };
  return app;
}

/** Ends a session as time does: no window hears of it, as it would of a logout, before it calls again. */
export const endSession = ({ deps: { db } }: Pick<TestApp, "deps">, { token }: Pick<Person, "token">) =>
  deleteSession(db, hashToken(token));

let assets: ReturnType<typeof readAssets> | undefined;
const builtAssets = () => assets ??= buildIfStale().then(readAssets);

const caller = (base: string): TestApp["call"] => async (method, path, as, body) => {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...uncompressed,
      ...(as && { Authorization: `Bearer ${as.token}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body: JSON.stringify(body),
  });
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  assertDescribed(method, path, answer);
  return answer;
};

/** Stores a person who is new, without the calls and the hashing of registering, and starts a session. */
async function signIn({ db, clock, config }: Deps, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.org`;
  const id = (await findCredentials(db, email))?.id ?? uuid();
  const createdAt = clock();
  const verifiedAt = config.requireEmailVerification ? createdAt : null;
  const user = { id, username: usernameFrom(name), email, fullName: name, passwordHash, verifiedAt, createdAt };
  if (!await findUser(db, id)) await db.write([insertUser(db, user)]);
  return { ...(await findUser(db, id))!, email, token: await startSession({ db, clock }, id), password };
}

async function register({ call, links, deps }: TestApp, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.org`;
  await call("POST", "/auth/register", null, { fullname: name, email, password });
  if (deps.config.requireEmailVerification) {
    const [link] = await links(email);
    await call("GET", link.replace("/verify-email", "/auth/verify-email"));
  }
  const { body } = await call<Authenticated>("POST", "/auth/login", null, { email, password });
  return { ...body.user, email, token: body.token!, password };
}
