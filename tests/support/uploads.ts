/** Files as clients send and read them. */
import type { MessageFile, Storage } from "../../server/contract/chat/shapes.ts";
import type { Person, TestApp } from "./app.ts";
import { assertDescribed } from "./described.ts";

type Content = string | Uint8Array<ArrayBuffer>;

export interface UploadAnswer {
  status: number;
  body: { file: MessageFile; storage: Storage; message: string; code: string; free: number };
}

/** Uploads a file to a group. */
export async function upload(
  app: TestApp,
  groupId: string,
  { by, content, name = "notes.txt", type = "" }: {
    by: Pick<Person, "token"> | null;
    content: Content;
    name?: string;
    type?: string;
  },
): Promise<UploadAnswer> {
  const body = new FormData();
  body.append("file", new File([content], name, { type }));
  const headers: Record<string, string> = by ? { Authorization: `Bearer ${by.token}` } : {};
  const response = await fetch(`${app.url}/api/groups/${groupId}/files`, { method: "POST", headers, body });
  const answer = { status: response.status, body: await response.json() };
  assertDescribed("POST", `/groups/${groupId}/files`, answer);
  return answer;
}

/** Uploads what can be uploaded. */
export async function uploaded(app: TestApp, groupId: string, file: Parameters<typeof upload>[2]) {
  const { status, body } = await upload(app, groupId, file);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.file;
}

/** Asks for a file by its address. */
export const download = (app: TestApp, url: string, as: Pick<Person, "token"> | null, init: RequestInit = {}) =>
  fetch(app.url + url, {
    ...init,
    redirect: "manual",
    headers: { ...(as && { Authorization: `Bearer ${as.token}` }), ...init.headers as Record<string, string> },
  });

/** A text of this many bytes. */
export const textOf = (bytes: number): string => "Chapter five.\n".repeat(Math.ceil(bytes / 14)).slice(0, bytes);
