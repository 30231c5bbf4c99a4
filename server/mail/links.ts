/** A stranger can register under any name, and would have us mail a link in it: mail programs make links of text. */
import { tlds } from "@hapi/tlds";

export const isLinkable = (text: string): boolean => text.split(/\s+/).some(isLinkableWord);

/** Without the words of which mail programs could make links. */
export const withoutLinks = (text: string): string =>
  text.replace(
    /\S+/g,
    (word) => isLinkableWord(word) ? word.replace(/^([“"(]*).*?([”")\],.;:!?]*)$/su, "$1…$2") : word,
  );

/** As it is written, and as programs may read it. */
const isLinkableWord = (word: string): boolean =>
  [word, word.normalize("NFKC").replaceAll("。", ".")].some((word) =>
    linkable.some((kind) => kind.test(word)) || labelsAfterDot(word).some(mayBeDomain)
  );

const linkable = [
  // Such as `mailto:`; where nothing follows the colon, it ends a phrase.
  /\p{L}[^\s:]*:(?![”’"')\],.;:!…]*$)/u,
  /\/\/|\\\\/,
  /[^\s“‘"'(]@\S/u,
  /www\d*\./i,
  /\d+\.\d+\.\d+\.\d+/,
  // Characters that are not seen: one program ends a domain there, another leaves them out.
  /^(?=.*[.:@/\\])(?=.*[\p{Cf}\p{Default_Ignorable_Code_Point}])/u,
];

const labelsAfterDot = (word: string): string[] =>
  [...word.matchAll(/(?<=[^\s.“‘"'(]\.)[\p{L}\p{N}\p{M}_-]+/gu)].map(([label]) => label);

/** Not in `e.g.`, `p.120` or `Mr.Darcy`. The list ages: any other word may be a top-level domain by now. */
function mayBeDomain(label: string): boolean {
  if (label.length === 1 || /^\p{N}/u.test(label)) return false;
  return !/^[A-Z][a-z]{2,}$/.test(label) || tlds.has(label.toLowerCase());
}
