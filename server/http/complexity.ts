/** Estimates the work of parsing a body before it is parsed: a megabyte of brackets takes a tenth of a second. */
import { Buffer } from "node:buffer";

/** Several times the most that our forms and calls have. */
const most = { fields: 200, values: 5_000, quotes: 100_000, lines: 20_000 };

/**
 * Whether a body has more parts than any valid one.
 *
 * @param contentType anything but JSON and forms is never parsed, and not too complex
 */
export function isTooComplex(body: Buffer, contentType = ""): boolean {
  if (/^application\/([\w.-]+\+)?json\b/i.test(contentType)) return hasManyValues(body);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return hasMany(body, "&", most.fields);
  return /^\s*multipart\//i.test(contentType) && hasManyParts(body, contentType);
}

/** Stricter than the standard: in anything else, the parser might find another boundary. */
const form = /^multipart\/form-data(?:; *charset=[\w-]+)?; *boundary=(?:"([^"\\]+)"|([^\s;"]+))$/i;

function hasManyParts(body: Buffer, contentType: string): boolean {
  const [, quoted, plain] = form.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  // Line ends cost as much as parts, since each may end one. In a picture every 65 536th pair of bytes looks like one.
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

/** The index of a string's closing quote; the body's length where there is none. */
function endOfString(body: Buffer, from: number): number {
  for (let at = body.indexOf(quote, from); at >= 0; at = body.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && body[at - escapes - 1] === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return body.length;
}
