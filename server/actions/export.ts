/** Everything a person wrote or is, as a ZIP that is made while it is sent: JSON for programs, HTML for people. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { makeZip } from "client-zip";
import { listOwn, listOwnFiles, listOwnMessages, type NounName, nouns, type OwnFile } from "../../db/export.ts";
import { readChunk } from "../../db/files.ts";
import { findPicture } from "../../db/media.ts";
import { findUser } from "../../db/users.ts";
import { exportTexts as words } from "../contract/export_texts.ts";
import type { User } from "../contract/users.ts";
import type { Deps } from "../deps.ts";
import { Conflict, found, userNotFound } from "../errors.ts";

type Parts = Pick<Deps, "db" | "clock">;

interface Entry {
  name: string;
  lastModified: Date;
  input: string | Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Whose export is being made: one at a time each. Each process has its own: the limit counts those of all. */
const running = new Set<string>();

/**
 * The caller's ZIP. It ends when its reader goes away.
 *
 * @throws Conflict while another one of theirs is made, TooMany
 */
export async function exportOwn(
  deps: Parts & Pick<Deps, "limiter">,
  { id }: User,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (running.has(id)) throw new Conflict(words.running, "export_running");
  await deps.limiter.take("export", id);
  running.add(id);
  try {
    return await exportAccount(deps, id, () => running.delete(id));
  } catch (error) {
    running.delete(id);
    throw error;
  }
}

/**
 * Somebody's ZIP.
 *
 * @param onEnd called at its end, or when its reader went away
 * @throws NotFound
 */
export async function exportAccount(
  deps: Parts,
  userId: string,
  onEnd: () => void = () => {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const user = found(await findUser(deps.db, userId), userNotFound);
  const zip = makeZip(entriesOf(deps, user)).getReader();
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        // The engine answers at once: without it nothing else was done until the end.
        await nextTurn();
        const { value, done } = await zip.read();
        if (!done) return controller.enqueue(value as Uint8Array<ArrayBuffer>);
        controller.close();
        onEnd();
      } catch (error) {
        onEnd();
        throw error;
      }
    },
    async cancel() {
      onEnd();
      await zip.cancel();
    },
  }, { highWaterMark: 0 });
}

async function* entriesOf({ db, clock }: Parts, user: User): AsyncGenerator<Entry> {
  const lastModified = new Date(clock());
  const lists: [name: string, parts: () => AsyncGenerator<string[]>][] = [
    ["messages", () => listOwnMessages(db, user.id)],
    ...(Object.keys(nouns) as NounName[]).map((name): [string, () => AsyncGenerator<string[]>] => [
      name,
      () => listOwn(db, user.id, name),
    ]),
  ];
  const names = lists.map(([name]) => name);
  yield { name: "index.html", lastModified, input: indexOf(user, names) };
  yield { name: "data/profile.json", lastModified, input: JSON.stringify(user, null, 2) };
  for (const [name, parts] of lists) {
    yield { name: `data/${name}.json`, lastModified, input: asJson(parts()) };
    yield { name: `pages/${name}.html`, lastModified, input: asPage(name, parts()) };
  }
  const picture = await pictureOf(db, user);
  if (picture) yield { name: "pictures/profile.webp", lastModified, input: picture };
  const used = new Set<string>();
  for await (const files of listOwnFiles(db, user.id)) {
    for (const file of files) {
      const name = `files/${freeName(file.name, used)}`;
      yield { name, lastModified: new Date(file.createdAt), input: bytesOf(db, file) };
    }
  }
}

const encoder = new TextEncoder();

async function* asJson(parts: AsyncGenerator<string[]>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let isFirst = true;
  yield encoder.encode("[\n");
  for await (const rows of parts) {
    yield encoder.encode((isFirst ? "" : ",\n") + rows.join(",\n"));
    isFirst = false;
    await nextTurn();
  }
  yield encoder.encode("\n]\n");
}

async function* asPage(name: string, parts: AsyncGenerator<string[]>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const title = words.titles[name as keyof typeof words.titles] ?? name;
  yield encoder.encode(`${headOf(title)}<p><a href="../index.html">${words.back}</a></p><h1>${escaped(title)}</h1>`);
  let isEmpty = true;
  for await (const rows of parts) {
    isEmpty = false;
    yield encoder.encode(rows.map(articleOf).join(""));
    await nextTurn();
  }
  yield encoder.encode(`${isEmpty ? `<p>${words.none}</p>` : ""}</main>`);
}

function articleOf(json: string): string {
  const facts = Object.entries(JSON.parse(json) as Record<string, unknown>).filter(([, value]) => value !== null);
  return `<article><dl>${
    facts.map(([key, value]) =>
      `<dt>${escaped(words.keys[key as keyof typeof words.keys] ?? key)}</dt><dd>${escaped(String(value))}</dd>`
    ).join("")
  }</dl></article>`;
}

function indexOf(user: User, names: string[]): string {
  const links = names.map((name) =>
    `<li><a href="pages/${name}.html">${escaped(words.titles[name as keyof typeof words.titles] ?? name)}</a></li>`
  );
  const picture = user.profileImage ? '<p><img src="pictures/profile.webp" alt="" width="96" height="96"></p>' : "";
  const { id: _, profileImage: __, ...profile } = user;
  return `${headOf(words.title)}<h1>${escaped(words.title)}</h1>${picture}${articleOf(JSON.stringify(profile))}<ul>${
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

async function pictureOf(db: Deps["db"], { profileImage }: User): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [, hash, size] = /^\/media\/([0-9a-f]{64})-(\d+)\.webp$/.exec(profileImage ?? "") ?? [];
  return hash ? await findPicture(db, hash, Number(size)) : undefined;
}

async function* bytesOf(db: Deps["db"], { id, chunks }: OwnFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let number = 0; number < chunks; number++) {
    const bytes = await readChunk(db, id, { variant: "original", number });
    if (!bytes) return;
    yield new Uint8Array(bytes);
    await nextTurn();
  }
}

/** A name that is safe as a file's on any system, and that no file before it has. */
function freeName(name: string, used: Set<string>): string {
  const safe = name.replace(/[\p{Cc}<>:"/\\|?*]/gu, "_").replace(/^[. ]+|[. ]+$/g, "") || "file";
  const [, stem, ending] = /^(.*?)(\.[^.]{1,12})?$/su.exec(safe)!;
  let free = safe;
  for (let n = 2; used.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending ?? ""}`;
  used.add(free.toLowerCase());
  return free;
}
