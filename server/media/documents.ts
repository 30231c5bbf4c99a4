/** Documents that are ZIP files: by what is in them, whatever they are called. */
import { zipEntries, type ZipEntry, zipText } from "./zip.ts";

const office = "application/vnd.openxmlformats-officedocument";

export const documentTypes: Record<string, string> = {
  ".docx": `${office}.wordprocessingml.document`,
  ".pptx": `${office}.presentationml.presentation`,
  ".odt": "application/vnd.oasis.opendocument.text",
  ".epub": "application/epub+zip",
};

const mostEntries = 10_000;
const longestList = 1024 * 1024;

/** Whether it is a document of that kind, with no macros in it. */
export function isDocument(bytes: Uint8Array, extension: string): boolean {
  const entries = zipEntries(bytes, mostEntries);
  if (!entries || entries.some(({ name }) => isProgram.test(name))) return false;
  const type = documentTypes[extension];
  const text = (name: string) => textOf(bytes, entries, name);
  if (!type.startsWith(office)) return text("mimetype")?.trim() === type;
  const types = text("[Content_Types].xml");
  return types !== undefined && types.includes(`"${type}.main+xml"`) && !/macroEnabled|vbaProject/i.test(types);
}

/** Where office programs keep macros. */
const isProgram = /(^|\/)(vbaProject\.bin|vbaData\.xml)$|^(Basic|Scripts)\//i;

function textOf(bytes: Uint8Array, entries: ZipEntry[], name: string): string | undefined {
  const named = entries.filter((entry) => entry.name === name);
  return named.length === 1 ? zipText(bytes, named[0], longestList) : undefined;
}
