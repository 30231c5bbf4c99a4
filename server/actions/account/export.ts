/** Everything a person wrote or is, as a ZIP that is made while it is sent: JSON for programs, HTML for people. */
import { makeZip } from "client-zip";
import { findSession } from "../../../db/account/links.ts";
import {
  listOwn,
  listOwnFiles,
  listOwnGroupPictures,
  listOwnMessages,
  type NounName,
  nouns,
  type OwnFile,
  type Row,
} from "../../../db/account/export.ts";
import { readChunk } from "../../../db/chat/files.ts";
import { giveWay } from "../../../db/engine/give_way.ts";
import { findPicture } from "../../../db/people/pictures.ts";
import { findUser } from "../../../db/people/users.ts";
import { deviceName } from "../../auth/device.ts";
import type { Session } from "../../auth/sessions.ts";
import { exportTexts as words } from "../../contract/account/texts.ts";
import type { User } from "../../contract/people/users.ts";
import type { Deps } from "../../deps.ts";
import { found, Unauthorized, userNotFound } from "../../errors.ts";
import { exportedMail } from "../../mail/credential_mails.tsx";
import { mailOwner } from "./owner_mail.ts";
import { assertRecentlyAuthenticated, type Proof } from "./reauthentication.ts";

type Parts = Pick<Deps, "db" | "clock">;
type Zip = ReadableStream<Uint8Array<ArrayBuffer>>;

interface Entry {
  name: string;
  lastModified: Date;
  input: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** What ends the export that is being sent to somebody. Each process has its own: the limit counts those of all. */
const running = new Map<string, AbortController>();

/**
 * The caller's ZIP, of which they are told by mail. It breaks off when its reader goes away, when its session ends, and
 * when the caller asks for another one: the reader of the first may have stopped reading, and nobody is to wait for it.
 *
 * @throws TooMany; as `assertRecentlyAuthenticated`
 */
export async function exportOwn(
  deps: Parts & Pick<Deps, "config" | "limiter" | "mailer" | "passwords">,
  session: Session,
  proof: Proof,
): Promise<Zip> {
  const { db, clock, limiter } = deps;
  const { user, hash } = session;
  await assertRecentlyAuthenticated(deps, session, proof);
  await limiter.take("export", user.id);
  const browser = deviceName(proof.caller.device ?? null);
  await mailOwner(deps, user, (owner) => exportedMail({ ...owner, browser }));
  running.get(user.id)?.abort(new Error("Another export was begun."));
  const replaced = new AbortController();
  running.set(user.id, replaced);
  return streamOf(entriesOf(deps, user), {
    signal: replaced.signal,
    async check() {
      if (!await findSession(db, hash, clock())) throw new Unauthorized();
    },
    onEnd() {
      if (running.get(user.id) === replaced) running.delete(user.id);
    },
  });
}

/** Somebody's ZIP. @throws NotFound */
export async function exportAccount(deps: Parts, userId: string, signal?: AbortSignal): Promise<Zip> {
  return streamOf(entriesOf(deps, found(await findUser(deps.db, userId), userNotFound)), { signal });
}

interface Ends {
  /** Breaks it off. */
  signal?: AbortSignal;
  /** Called before each part; it breaks off where that throws. */
  check?: () => Promise<void>;
  /** Called at its end, whatever that is. */
  onEnd?: () => void;
}

/** A ZIP, made as it is read. */
function streamOf(entries: AsyncIterable<Entry>, { signal, check, onEnd = () => {} }: Ends): Zip {
  signal?.throwIfAborted();
  const zip = makeZip(entries).getReader();
  const abandon = () => {
    onEnd();
    void zip.cancel().catch(() => {});
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      signal?.addEventListener("abort", () => {
        controller.error(signal.reason);
        abandon();
      }, { once: true });
    },
    async pull(controller) {
      try {
        // The engine answers at once: without it nothing else was done until the end.
        await giveWay();
        await check?.();
        const { value, done } = await zip.read();
        if (signal?.aborted) return;
        if (!done) return controller.enqueue(value as Uint8Array<ArrayBuffer>);
        controller.close();
        onEnd();
      } catch (error) {
        abandon();
        throw error;
      }
    },
    cancel: abandon,
  }, { highWaterMark: 0 });
}

async function* entriesOf({ db, clock }: Parts, user: User): AsyncGenerator<Entry> {
  const lastModified = new Date(clock());
  const lists: [name: string, parts: () => AsyncGenerator<Row[]>][] = [
    ["messages", () => listOwnMessages(db, user.id)],
    ...(Object.keys(nouns) as NounName[]).map((name): [string, () => AsyncGenerator<Row[]>] => [
      name,
      () => listOwn(db, user.id, name),
    ]),
    ["files", () => rowsOf(listOwnFiles(db, user.id), places)],
  ];
  yield { name: "index.html", lastModified, input: indexOf(user, lists.map(([name]) => name)) };
  yield { name: "data/profile.json", lastModified, input: JSON.stringify(user, null, 2) };
  const picture = await pictureOf(db, user.profileImage);
  if (picture) yield { name: "pictures/profile.webp", lastModified, input: picture.bytes };
  for (const address of await listOwnGroupPictures(db, user.id)) {
    const picture = await pictureOf(db, address);
    if (picture) yield { name: `pictures/${picture.name}`, lastModified, input: picture.bytes };
  }
  // Before their list, which has their places here.
  const places = new Map<string, string>();
  const used = new Map<string, number>();
  for await (const files of listOwnFiles(db, user.id)) {
    for (const file of files) {
      const name = `files/${freeName(file.name, used)}`;
      places.set(file.id, name);
      yield { name, lastModified: new Date(file.createdAt), input: bytesOf(db, file) };
    }
  }
  for (const [name, parts] of lists) {
    yield { name: `data/${name}.json`, lastModified, input: encoded(asJson(parts())) };
    yield { name: `pages/${name}.html`, lastModified, input: encoded(asPage(name, parts())) };
  }
}

/** What is exported of files, with their places in the ZIP; one that was uploaded meanwhile has none. */
async function* rowsOf(parts: AsyncGenerator<OwnFile[]>, places: Map<string, string>): AsyncGenerator<Row[]> {
  for await (const files of parts) {
    yield files.map(({ id, name, type, size, group, createdAt }) => ({
      name,
      type,
      size,
      group,
      uploadedAt: new Date(createdAt).toISOString(),
      place: places.get(id) ?? null,
    }));
  }
}

async function* asJson(parts: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const rows of parts) {
    for (const row of rows) {
      yield separator + JSON.stringify(row);
      separator = ",\n";
    }
    await giveWay();
  }
  yield separator === ",\n" ? "\n]\n" : "[]\n";
}

async function* asPage(name: string, parts: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  const title = titleOf(name);
  yield `${headOf(title)}<p><a href="../index.html">${words.back}</a></p><h1>${escaped(title)}</h1>`;
  let isEmpty = true;
  for await (const rows of parts) {
    for (const row of rows) yield articleOf(row);
    isEmpty &&= rows.length === 0;
    await giveWay();
  }
  yield `${isEmpty ? `<p>${words.none}</p>` : ""}</main>`;
}

const encoder = new TextEncoder();

/** The length of a text, in characters, that is encoded at once, and of the pieces it is sent in, in bytes. */
const pieceLength = 1 << 16;

/** Texts in UTF-8, in pieces that are neither tiny nor large. */
async function* encoded(texts: AsyncGenerator<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting = "";
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < pieceLength) continue;
    yield* piecesOf(waiting);
    waiting = "";
  }
  yield* piecesOf(waiting);
}

function* piecesOf(text: string): Generator<Uint8Array<ArrayBuffer>> {
  const bytes = encoder.encode(text);
  for (let from = 0; from < bytes.length; from += pieceLength) yield bytes.subarray(from, from + pieceLength);
}

const titleOf = (name: string): string => words.titles[name as keyof typeof words.titles] ?? name;

/** A key as a person reads it: `lastUsedAt` is "Last used at". */
function labelOf(key: string): string {
  const spaced = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.keys[key as keyof typeof words.keys] ?? spaced[0].toUpperCase() + spaced.slice(1);
}

function articleOf(row: Row): string {
  const facts = Object.entries(row).filter(([, value]) => value !== null);
  return `<article><dl>${
    facts.map(([key, value]) => `<dt>${escaped(labelOf(key))}</dt><dd>${escaped(String(value))}</dd>`).join("")
  }</dl></article>`;
}

function indexOf(user: User, names: string[]): string {
  const links = names.map((name) => `<li><a href="pages/${name}.html">${escaped(titleOf(name))}</a></li>`);
  const picture = user.profileImage ? '<p><img src="pictures/profile.webp" alt="" width="96" height="96"></p>' : "";
  const { id: _, profileImage: __, ...profile } = user;
  return `${headOf(words.title)}<h1>${escaped(words.title)}</h1>${picture}${articleOf(profile)}<ul>${
    links.join("")
  }</ul><p>${words.files}</p></main>`;
}

const headOf = (title: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>
body{font:1rem/1.6 system-ui,sans-serif;margin:2rem}main{max-width:45rem;margin:auto}
article{border-top:1px solid;padding:.5rem 0}dt{opacity:.7}dd{margin:0 0 .5rem;white-space:pre-wrap;overflow-wrap:anywhere}
</style><main>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A picture that was uploaded, by its address here, and its name. */
async function pictureOf(db: Deps["db"], address: string | null) {
  const [, name, hash, size] = /^\/media\/(([0-9a-f]{64})-(\d+)\.webp)$/.exec(address ?? "") ?? [];
  const bytes = hash ? await findPicture(db, hash, Number(size)) : undefined;
  return bytes && { name, bytes };
}

async function* bytesOf(db: Deps["db"], { id, chunks }: OwnFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let number = 0; number < chunks; number++) {
    const bytes = await readChunk(db, id, { variant: "original", number });
    if (!bytes) return;
    yield new Uint8Array(bytes);
    await giveWay();
  }
}

/**
 * A name that is safe as a file's on any system, and that no file before it has.
 *
 * @param used the names that are taken, each with the number with which to look for another
 */
export function freeName(name: string, used: Map<string, number>): string {
  const safe = name.replace(/[\p{Cc}<>:"/\\|?*]/gu, "_").replace(/^[. ]+|[. ]+$/g, "") || "file";
  const [, stem, ending] = /^(.*?)(\.[^.]{1,12})?$/su.exec(safe)!;
  const wanted = safe.toLowerCase();
  let free = safe;
  let n = used.get(wanted) ?? 2;
  for (; used.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending ?? ""}`;
  used.set(free.toLowerCase(), 2).set(wanted, n);
  return free;
}
