/** Archives of groups as they are downloaded, made and read back. */
import { strToU8, zipSync } from "fflate";
import type { Person, TestApp } from "./app.ts";
import { assertDescribed } from "./described.ts";

export type Archive = Uint8Array<ArrayBuffer>;

export const askForArchive = ({ url }: TestApp, by: Pick<Person, "token">, groupId: string): Promise<Response> =>
  fetch(`${url}/api/groups/${groupId}/archive`, { headers: { Authorization: `Bearer ${by.token}` } });

export async function archiveOf(app: TestApp, by: Pick<Person, "token">, groupId: string): Promise<Archive> {
  const response = await askForArchive(app, by, groupId);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return await response.bytes();
}

/** @param me their username in it, where it is another one */
export function formOf(archive: Archive, me?: string): FormData {
  const form = new FormData();
  form.append("file", new File([archive], "group.zip"));
  if (me !== undefined) form.append("me", me);
  return form;
}

export async function readBack(app: TestApp, by: Pick<Person, "token"> | null, archive: Archive, me?: string) {
  const headers: Record<string, string> = by ? { Authorization: `Bearer ${by.token}` } : {};
  const response = await fetch(`${app.url}/api/groups/import`, { method: "POST", headers, body: formOf(archive, me) });
  const answer = { status: response.status, body: await response.json() };
  assertDescribed("POST", "/groups/import", answer);
  return answer;
}

/** @param files bytes, a text, or what is written as JSON */
export function zipped(files: Record<string, unknown>, level: 0 | 9 = 0): Archive {
  const bytesOf = (content: unknown): Uint8Array =>
    content instanceof Uint8Array ? content : strToU8(typeof content === "string" ? content : JSON.stringify(content));
  const entries = Object.entries(files).map(([name, content]) => [name, bytesOf(content)]);
  return zipSync(Object.fromEntries(entries), { level }) as Archive;
}
