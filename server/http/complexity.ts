/** How much work a body is to take apart, told before it is: a megabyte of brackets costs a tenth of a second. */
import { Buffer } from "node:buffer";

/** Several times what the largest of our forms and calls have. */
const most = { fields: 200, values: 5_000, quotes: 100_000, lines: 20_000 };

/**
 * Whether a body has more parts than anything we take.
 *
 * @param contentType of the body; what is neither JSON nor a form is not taken apart at all
 */
export function isTooComplex(body: Buffer, contentType = ""): boolean {
  if (/^application\/([\w.-]+\+)?json\b/i.test(contentType)) return hasManyValues(body);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return hasMany(body, "&", most.fields);
  return /^\s*multipart\//i.test(contentType) && hasManyParts(body, contentType);
}

/** As browsers and programs write it; with anything else, others may see another boundary in it. */
const form = /^multipart\/form-data(?:; *charset=[\w-]+)?; *boundary=(?:"([^"\\]+)"|([^\s;"]+))$/i;

function hasManyParts(body: Buffer, contentType: string): boolean {
  const [, quoted, plain] = form.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  // Lines cost as much as parts: each may be where one ends. A picture's bytes look like one in 65 536 places.
  return boundary === undefined || hasMany(body, `--${boundary}`, most.fields) || hasMany(body, "\r\n", most.lines);
}

function hasMany(body: Buffer, part: string, most: number): boolean {
  let count = 0;
  for (let at = body.indexOf(part); at >= 0 && count <= most; at = body.indexOf(part, at + part.length)) count++;
  return count > most;
}

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

function hasManyValues(body: Buffer): boolean {
  if (hasMany(body, '"', most.quotes)) return true;
  let count = 0;
  for (let at = 0; at < body.length && count <= most.values; at++) {
    const byte = body[at];
    if (byte === quote) at = endOfString(body, at + 1);
    else if (byte === comma || byte === bracket || byte === brace) count++;
  }
  return count > most.values;
}

/** Where the string ends that begins at a place; the end of the body for one without an end. */
function endOfString(body: Buffer, from: number): number {
  for (let at = body.indexOf(quote, from); at >= 0; at = body.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && body[at - escapes - 1] === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return body.length;
}
