import type { Buffer } from "node:buffer";

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Estimates, before JSON is parsed, how many values it has. */
export function hasMoreValues(json: Buffer, most: number): boolean {
  let [count, isInText] = [0, false];
  for (let at = 0; at < json.length && count <= most; at++) {
    const byte = json[at];
    if (byte === quote) isInText = !isInText;
    else if (isInText) at += Number(byte === backslash);
    else if (byte === comma || byte === bracket || byte === brace) count++;
  }
  return count > most;
}
