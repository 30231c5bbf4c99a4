/** Estimates the work of parsing a body before it is parsed: a megabyte of brackets takes a tenth of a second. */
import * as readingLimits from "../contract/reading/limits.ts";
import { Buffer } from "node:buffer";

/** More than our forms and calls have: the largest form has a field for each chapter. */
const most = { fields: readingLimits.chapters.max + 100, values: 5_000, lines: 20_000 };

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
  return boundary === undefined || hasMany(body, `--${boundary}`, most.fields) || hasManyLines(body);
}

function hasMany(body: Buffer, part: string, most: number): boolean {
  let count = 0;
  for (let at = body.indexOf(part); at >= 0 && count <= most; at = body.indexOf(part, at + part.length)) count++;
  return count > most;
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

function hasManyLines(body: Buffer): boolean {
  let count = 0;
  for (let at = 1; at < body.length && count <= most.lines; at++) {
    if (body[at] === lineFeed && body[at - 1] === carriageReturn) count++;
  }
  return count > most.lines;
}

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

function hasManyValues(body: Buffer): boolean {
  let [count, isInText] = [0, false];
  for (let at = 0; at < body.length && count <= most.values; at++) {
    const byte = body[at];
    if (byte === quote) isInText = !isInText;
    else if (isInText) at += Number(byte === backslash);
    else if (byte === comma || byte === bracket || byte === brace) count++;
  }
  return count > most.values;
}
