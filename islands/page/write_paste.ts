/** Pasted code, which is put between lines of ``` unless it is there already. */
import type { Change, Typed } from "./write_change.ts";
import { isInFence } from "./write_places.ts";

export interface Pasted {
  text: string;
  html: string;
  /** What an editor says of it: JSON of Visual Studio Code. */
  editor: string;
}

const looked = 200;

/** Undefined for what is no code, or of one line. */
export function fenced(typed: Typed, pasted: Pasted): Change | undefined {
  const text = pasted.text.replaceAll("\r\n", "\n").replace(/^\n+|\s+$/g, "");
  if (!text.includes("\n") || text.includes("```") || isInFence(typed.value, typed.start)) return undefined;
  const language = languageOf(pasted.editor);
  const isCode = language === undefined ? isOfPre(pasted.html) || looksLikeCode(text) : language !== null;
  if (!isCode) return undefined;
  const { value, start, end } = typed;
  const before = start > 0 && value[start - 1] !== "\n" ? "\n" : "";
  const after = value[end] === "\n" ? "" : "\n";
  const written = `${before}\`\`\`${language ?? ""}\n${text}\n\`\`\`${after}`;
  const caret = start + written.length;
  return { from: start, to: end, text: written, start: caret, end: caret };
}

const prose = new Set(["markdown", "plaintext", "latex", "tex", "git-commit"]);

/** Undefined where no editor says anything, and null for what is no code. */
function languageOf(editor: string): string | null | undefined {
  try {
    const mode = String(JSON.parse(editor).mode ?? "");
    return prose.has(mode) ? null : /^[a-z+#-]{1,20}$/.test(mode) ? mode : "";
  } catch {
    return undefined;
  }
}

const isOfPre = (html: string): boolean => /<pre[\s>]|white-space:\s*pre\s*[;"']/i.test(html);

const listed = /^\s*(?:[-*+•>]|\d+[.)])\s/;
const code = new RegExp(
  [
    /[;{}]\s*$|^\s*[}\])]+[;,]?\s*$/,
    /^\s*(?:\/\/|\/\*|#include|#!|<\/?[a-z][^>]*>|@\w+\s*$)/,
    /^\s*(?:(?:export|public|private|protected|static|async)\s+)*(?:def|fn|func|function|class|interface|struct|enum)\s+\w+\s*[({:<]/,
    /^\s*(?:from \S+ import |import [\w.{*"']+|using [\w.]+;|package [\w.]+|(?:const|let|var|val)\s+\w+\s*[=:])/,
    /^\s*(?:(?:el)?if|for|while|with|try|except|else)\b.*[:{]$|^\s*(?:if|for|while|switch)\s*\(/,
    /^\s*[\w.[\]'"]+\s*(?:[-+*/]?=|:=|<-)\s*\S|^\s*[\w.]+\([^)]*\)$/,
    /^\s*SELECT\s.+\sFROM\s/,
  ].map(({ source }) => source).join("|"),
);

/** By most of its lines; those that begin with space count half. */
export function looksLikeCode(text: string): boolean {
  const lines = text.split("\n", looked).filter((line) => line.trim());
  const found = lines.filter((line) => !listed.test(line) && code.test(line));
  const indented = lines.filter((line) => !found.includes(line) && !listed.test(line) && /^(?: {2}|\t)/.test(line));
  return lines.length > 1 && found.length > 0 && found.length + indented.length / 2 >= 0.6 * lines.length;
}
