/** Tokens of code, by Highlight.js. */
import { createLowlight } from "lowlight";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import go from "highlight.js/lib/languages/go";
import haskell from "highlight.js/lib/languages/haskell";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import latex from "highlight.js/lib/languages/latex";
import matlab from "highlight.js/lib/languages/matlab";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { written as limits } from "../contract/site/written_limits.ts";
import type { tokenNames, WrittenNode } from "../contract/site/written_shapes.ts";

/** Their own types do not agree with each other. */
const lowlight = createLowlight(
  ({
    bash,
    c,
    cpp,
    csharp,
    css,
    go,
    haskell,
    java,
    javascript,
    json,
    kotlin,
    latex,
    matlab,
    php,
    python,
    r,
    ruby,
    rust,
    sql,
    swift,
    typescript,
    xml,
    yaml,
  }) as unknown as Parameters<typeof createLowlight>[0],
);

type TokenName = (typeof tokenNames)[number];

/** By the first word of what Highlight.js calls it. */
const names: Record<string, TokenName> = {
  "keyword": "keyword",
  "literal": "keyword",
  "built_in": "keyword",
  "operator": "keyword",
  "string": "string",
  "regexp": "string",
  "char": "string",
  "link": "string",
  "code": "string",
  "number": "number",
  "symbol": "number",
  "comment": "comment",
  "quote": "comment",
  "doctag": "comment",
  "title": "name",
  "name": "name",
  "section": "name",
  "type": "name",
  "class": "name",
  "attr": "meta",
  "attribute": "meta",
  "property": "meta",
  "meta": "meta",
  "variable": "meta",
  "selector-tag": "name",
  "selector-class": "meta",
  "selector-id": "meta",
  "tag": "meta",
};

type Content = ReturnType<typeof lowlight.highlight>["children"][number];

/** @returns undefined for a language that is not known, and for code that would take too long */
export function highlight(code: string, language: string): WrittenNode[] | undefined {
  if (!lowlight.registered(language) || isSlow(code)) return undefined;
  const tokens: WrittenNode[] = [];
  collect(lowlight.highlight(language, code).children, undefined, tokens);
  return tokens;
}

/**
 * From each word, or line, several languages look through what follows up to the next sign that is none of names and
 * types: that takes the square of its length, and more.
 */
function isSlow(code: string): boolean {
  let work = 0;
  for (const piece of code.split(/[;(){}=.:/'"`#$@%\\+|!?-]/)) work += piece.length ** 2;
  return work > limits.highlightedWork;
}

/** Of names within one another the innermost that is known counts; neighbours of one name are one token. */
function collect(contents: readonly Content[], name: TokenName | undefined, tokens: WrittenNode[]): void {
  for (const content of contents) {
    if (content.type === "element") collect(content.children, nameOf(content.properties.className) ?? name, tokens);
    if (content.type !== "text") continue;
    const last = tokens.at(-1);
    if (last?.value !== undefined && last.name === name) last.value += content.value;
    else tokens.push(name ? { type: "token", name, value: content.value } : { type: "text", value: content.value });
  }
}

const nameOf = (classes: unknown): TokenName | undefined =>
  names[String(Array.isArray(classes) ? classes[0] : "").replace("hljs-", "")];
