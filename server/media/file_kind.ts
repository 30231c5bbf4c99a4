import { Buffer } from "node:buffer";
import * as chatLimits from "../contract/chat/limits.ts";
import { attachmentTexts } from "../contract/chat/attachment_texts.ts";
import { filesServerTexts } from "../contract/chat/texts.ts";
import { withoutControls } from "../contract/site/fields.ts";
import { normalize } from "../contract/site/normalize.ts";
import { BadRequest } from "../errors.ts";
import { documentTypes, isDocument } from "./documents.ts";
import { kindOf } from "./picture_kind.ts";

interface FileKind {
  type: string;
  isPicture: boolean;
  extension: string;
}

export const headLength = 16;

const picture: FileKind = { type: "image/webp", isPicture: true, extension: ".webp" };
const pdf: FileKind = { type: "application/pdf", isPicture: false, extension: ".pdf" };
/** Any text could be a program for somebody's computer: only these names are sent, and none without. */
const textExtensions = [".txt", ".md", ".markdown", ".csv"];
const otherExtensions = [".pdf", ".png", ".jpg", ".jpeg", ".gif", ".webp"];

export function fileKind(head: Uint8Array, name: string): FileKind {
  if (head.length === 0) throw new BadRequest(attachmentTexts.empty, "file_empty");
  if (kindOf(head)) return picture;
  if (Buffer.from(head).toString("latin1", 0, 5) === "%PDF-") return pdf;
  const extension = extensionOf(name);
  const document = documentTypes[extension];
  const isZip = Buffer.from(head).toString("latin1", 0, 4) === "PK\x03\x04";
  if (document && isZip) return { type: document, isPicture: false, extension };
  if (document || otherExtensions.includes(extension)) {
    throw new BadRequest(filesServerTexts.otherKind, "file_of_other_kind");
  }
  if (!textExtensions.includes(extension)) throw unsupported();
  return { type: "text/plain; charset=utf-8", isPicture: false, extension };
}

/** Held in memory as a whole: only then is it known whether it is what its name says. */
export async function* checkDocument(
  collect: () => Promise<Uint8Array>,
  extension: string,
): AsyncGenerator<Uint8Array> {
  const bytes = await collect();
  if (!isDocument(bytes, extension)) throw new BadRequest(filesServerTexts.otherKind, "file_of_other_kind");
  yield bytes;
}

const unsupported = () => new BadRequest(filesServerTexts.unsupported, "file_unsupported");

const extensionOf = (name: string): string => ending.exec(name.slice(-20))?.[0].toLowerCase() ?? "";
const ending = /\.[a-z0-9]{1,10}$/i;

const control = /(?![\t\n\f\r\u0085])\p{Cc}/u;

export async function* checkText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (...input: Parameters<TextDecoder["decode"]>) => {
    try {
      return decoder.decode(...input);
    } catch {
      throw unsupported();
    }
  };
  for await (const part of bytes) {
    if (control.test(decode(part, { stream: true }))) throw unsupported();
    yield part;
  }
  decode();
}

/** Marks that change the direction of text, with which `txt.exe` is shown as `exe.txt`, and invisible ones. */
const misleading = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const reserved = /[<>:"|?*]/g;

export function fileName(sent: string, extension: string): string {
  const last = sent.slice(-4 * chatLimits.file.name).split(/[\\/]/).at(-1)!;
  const clean = normalize(withoutControls(last)).replace(/\s+/g, " ").replace(misleading, "").replace(reserved, "_");
  const most = chatLimits.file.name - extension.length;
  const stem = [...clean.replace(ending, "")].slice(0, most).join("").replace(/^[. ]+|[. ]+$/g, "");
  return (stem || "file") + extension;
}
