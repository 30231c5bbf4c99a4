import {
  type ListName,
  listOwn,
  listOwnFiles,
  listOwnGroupPictures,
  listOwnMessages,
  type OwnFile,
  ownLists,
  type Row,
} from "../../../db/account/export.ts";
import { giveWay } from "../../../db/engine/timing.ts";
import { findPicture } from "../../../db/people/users.ts";
import { asJson, encoded, type Entry, freeName, storedBytes } from "./zip.ts";
import { exportTexts as words } from "../../contract/account/texts.ts";
import type { User } from "../../contract/people/shapes.ts";
import type { Deps } from "../../deps.ts";
import { withForm } from "../../writing/mod.ts";
import { writtenHtml } from "../../contract/site/written_html.ts";

export async function* entriesOf({ db, clock }: Pick<Deps, "db" | "clock">, user: User): AsyncGenerator<Entry> {
  const lastModified = new Date(clock());
  const lists: [name: string, batches: () => AsyncGenerator<Row[]>][] = [
    ["messages", () => listOwnMessages(db, user.id)],
    ...(Object.keys(ownLists) as ListName[]).map((name): [string, () => AsyncGenerator<Row[]>] => [
      name,
      () => listOwn(db, user.id, name),
    ]),
    ["files", () => rowsOf(listOwnFiles(db, user.id), names)],
  ];
  yield { name: "index.html", lastModified, input: indexOf(user, lists.map(([name]) => name)) };
  yield { name: "data/profile.json", lastModified, input: JSON.stringify(user, null, 2) };
  const picture = await pictureOf(db, user.profileImage);
  if (picture) yield { name: "pictures/profile.webp", lastModified, input: picture.bytes };
  for (const address of await listOwnGroupPictures(db, user.id)) {
    const picture = await pictureOf(db, address);
    if (picture) yield { name: `pictures/${picture.name}`, lastModified, input: picture.bytes };
  }
  // Before their list, which has their names here.
  const names = new Map<string, string>();
  const used = new Map<string, number>();
  for await (const files of listOwnFiles(db, user.id)) {
    for (const file of files) {
      const name = `files/${freeName(file.name, used)}`;
      names.set(file.id, name);
      yield { name, lastModified: new Date(file.createdAt), input: storedBytes(db, file) };
    }
  }
  for (const [name, batches] of lists) {
    yield { name: `data/${name}.json`, lastModified, input: encoded(asJson(batches())) };
    yield { name: `pages/${name}.html`, lastModified, input: encoded(asPage(name, batches())) };
  }
}

async function* rowsOf(batches: AsyncGenerator<OwnFile[]>, names: Map<string, string>): AsyncGenerator<Row[]> {
  for await (const files of batches) {
    yield files.map(({ id, name, type, size, group, createdAt }) => ({
      name,
      type,
      size,
      group,
      uploadedAt: new Date(createdAt).toISOString(),
      place: names.get(id) ?? null,
    }));
  }
}

async function* asPage(name: string, batches: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  const title = titleOf(name);
  yield `${headOf(title)}<p><a href="../index.html">${words.back}</a></p><h1>${escaped(title)}</h1>`;
  let isEmpty = true;
  for await (const rows of batches) {
    isEmpty &&= rows.length === 0;
    for (const row of rows) {
      await giveWay();
      yield articleOf(row);
    }
  }
  yield `${isEmpty ? `<p>${words.none}</p>` : ""}</main>`;
}

const titleOf = (name: string): string => words.titles[name as keyof typeof words.titles] ?? name;

function labelOf(key: string): string {
  const spaced = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.keys[key as keyof typeof words.keys] ?? spaced[0].toUpperCase() + spaced.slice(1);
}

function articleOf(row: Row): string {
  const facts = Object.entries(row).filter(([, value]) => value !== null);
  return `<article><dl>${
    facts.map(([key, value]) => `<dt>${escaped(labelOf(key))}</dt><dd>${shownOf(key, String(value))}</dd>`).join("")
  }</dl></article>`;
}

/** What people write in, of which pages show the form. */
const written = new Set(["text", "note", "answer", "question", "review"]);

function shownOf(key: string, value: string): string {
  const form = written.has(key) ? withForm(value, { tables: key === "note" }).form : null;
  return form ? writtenHtml(form.nodes) : escaped(value);
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
article{border-top:1px solid;padding:.5rem 0}dt{opacity:.7}
dd{margin:0 0 .5rem;white-space:pre-wrap;overflow-wrap:anywhere}
dd>*,li{margin-block:0 .5rem;unicode-bidi:plaintext}pre{overflow:auto}.spoiler :not(:checked)+span{visibility:hidden}
</style><main>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

async function pictureOf(db: Deps["db"], address: string | null) {
  const [, name, hash, size] = /^\/media\/(([0-9a-f]{64})-(\d+)\.webp)$/.exec(address ?? "") ?? [];
  const bytes = hash ? await findPicture(db, hash, Number(size)) : undefined;
  return bytes && { name, bytes };
}
