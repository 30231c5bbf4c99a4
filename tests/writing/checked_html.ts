/** What the HTML of a text may be made of; whatever else is in it is a way in. */
import assert from "node:assert/strict";
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from "parse5";
import { mathAttributes, mathElements } from "../../server/writing/mathml.ts";

type Child = DefaultTreeAdapterTypes.ChildNode;

const elements: Record<string, Record<string, RegExp>> = {
  p: { dir: /^auto$/ },
  blockquote: { dir: /^auto$/ },
  ul: { dir: /^auto$/ },
  ol: { dir: /^auto$/, start: /^\d{1,9}$/ },
  li: { dir: /^auto$/ },
  pre: { tabindex: /^0$/ },
  code: { class: /^formula--wrong$/ },
  small: {},
  mark: {},
  strong: {},
  em: {},
  s: {},
  a: { href: /^https?:\/\/./i, target: /^_blank$/, rel: /^noopener nofollow ugc$/ },
  label: { class: /^spoiler$/ },
  input: { type: /^checkbox$/, "aria-label": /^Show hidden text$/ },
  span: { class: /^(formula( formula--display)?|code-(keyword|string|number|comment|name|meta))$/ },
  div: { class: /^written-table$/, tabindex: /^0$/ },
  table: {},
  tbody: {},
  tr: {},
  th: { class: /^cell-(left|center|right)$/, dir: /^auto$/ },
  td: { class: /^cell-(left|center|right)$/, dir: /^auto$/ },
};

const mathClass =
  /^(tml-(left|right|overline|underline)|upstrike|downstrike|sout|boxed)( (upstrike|downstrike|boxed))*$/;

/** Asserts that HTML has only what it may have, and is read by browsers as it is written. */
export function assertSafe(html: string, source: string): void {
  const fragment = parseFragment(html);
  fragment.childNodes.forEach((child) => check(child, [], source));
  const written = html.replaceAll("<tbody>", "").replaceAll("</tbody>", "");
  assert.equal(withoutDetails(serialize(fragment)), withoutDetails(written), source);
}

/** What serializing writes in another way: bodies of tables, no-break spaces, and characters that were escaped. */
const withoutDetails = (html: string) =>
  html.replace(/<\/?tbody>/g, "").replaceAll("&nbsp;", "\u00a0").replaceAll("&quot;", '"').replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");

function check(node: Child, within: string[], source: string): void {
  if (!("tagName" in node)) return assert.equal(node.nodeName, "#text", source);
  const { tagName, attrs, childNodes } = node;
  const isMath = within.includes("math") || tagName === "math";
  assert.ok(isMath ? mathElements.has(tagName) : elements[tagName], `<${tagName}> of ${source}`);
  for (const { name, value } of attrs) {
    const known = isMath && name === "class" ? mathClass : isMath ? mathAttributes.get(name) : elements[tagName][name];
    assert.match(value, known ?? /(?!)/, `${name} of <${tagName}> of ${source}`);
  }
  // Neither may be in itself, nor what is pressed in what is followed.
  if (tagName === "a" || tagName === "label") assert.ok(!within.includes(tagName), `<${tagName}> twice in ${source}`);
  if (tagName === "label") assert.ok(!within.includes("a"), `<label> in <a> of ${source}`);
  childNodes.forEach((child) => check(child, [...within, tagName], source));
}
