import type { StateInline } from "markdown-it";
import { linkify } from "../contract/chat/links.ts";

/** Where a rule may begin, the end of a label of a link, and where an address may begin. */
const special = /[\n`~*_[\]()<\\$|\uE000!]|https?:\/\//gi;

/** By its start, the end of each bare address: in these nothing else is read. For as long as a text is parsed. */
const addressesOf = new WeakMap<StateInline, Map<number, number>>();

function addressesIn(state: StateInline): Map<number, number> {
  const known = addressesOf.get(state);
  if (known) return known;
  const addresses = new Map<number, number>();
  let at = 0;
  for (const { text, href } of linkify(state.src)) {
    if (href) addresses.set(at, at + text.length);
    at += text.length;
  }
  addressesOf.set(state, addresses);
  return addresses;
}

/** In place of the parser's own rule of plain text. */
export function textWithAddresses(state: StateInline, silent: boolean): boolean {
  const { pos, posMax, src } = state;
  const addresses = addressesIn(state);
  const end = addresses.get(pos) ?? 0;
  if (end > pos && end <= posMax && state.linkLevel === 0) {
    if (!silent) state.push("address", "", 0).content = src.slice(pos, end);
    state.pos = end;
    return true;
  }
  special.lastIndex = pos;
  let next = special.exec(src);
  // What looks like an address and is none.
  if (next?.index === pos && next[0].length > 1) next = special.exec(src);
  const until = Math.min(next?.index ?? posMax, posMax);
  if (until === pos) return false;
  if (!silent) state.pending += src.slice(pos, until);
  state.pos = until;
  return true;
}
