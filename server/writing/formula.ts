/**
 * MathML of TeX by Temml, whose tree is written here: elements and attributes that are known, no styles. It knows
 * nothing of the formulas before, and cannot be made to expand macros for long.
 */
import Temml, { type Options } from "temml";
import { escaped } from "../contract/site/written_html.ts";
import { written as limits } from "../contract/site/written_limits.ts";
import type { Formula } from "./renderers.ts";
import { mathAttributes, mathElements } from "./mathml.ts";

/** Its types have this function under another name. */
const temml = Temml as unknown as { __renderToMathMLTree: (source: string, options: Options) => MathTree };

interface MathTree {
  type?: string;
  text?: string;
  attributes?: Record<string, unknown>;
  classes?: string[];
  style?: Record<string, string>;
  children?: MathTree[];
}

/** What the stylesheet has a rule for. */
const classes = new Set(["tml-left", "tml-right", "tml-overline", "tml-underline", "upstrike", "downstrike", "sout"]);

/** These write much, name what the page has, or are another language. */
const refused =
  /\\(?:def|gdef|edef|xdef|let|futurelet|newcommand|renewcommand|providecommand|href|url|class|id|style|data|includegraphics|rule|ce|pu)(?![a-zA-Z])/;

/** @param source TeX, without its dollars @returns no MathML where it is wrong, refused or too deep */
export function formulaOf(source: string, { display }: { display: boolean }): Formula {
  const wrong = refused.exec(source)?.index ?? tooDeepAt(source);
  if (wrong !== undefined) return { mathml: null, wrongAt: wrong };
  try {
    const tree: MathTree = temml.__renderToMathMLTree(source, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: false,
      macros: {},
      maxExpand: 100,
      maxSize: [10, 10],
    });
    const mathml = mathmlOf(tree);
    return { mathml: display ? mathml.replace(/^<math>/, '<math display="block">') : mathml };
  } catch (error) {
    const { position } = error as { position?: number };
    return { mathml: null, wrongAt: Math.min(position ?? 0, source.length) };
  }
}

function tooDeepAt(source: string): number | undefined {
  let depth = 0;
  for (
    const { 0: sign, index } of source.matchAll(
      /\\(?:left|right|begin|end|sqrt|frac|[a-z]*frac)(?![a-zA-Z])|\\.|[{}^_]/gs,
    )
  ) {
    if (sign === "{" || sign === "\\left" || sign === "\\begin") depth++;
    if (sign === "}" || sign === "\\right" || sign === "\\end") depth--;
    if (depth > limits.formulaDepth) return index;
  }
}

function mathmlOf({ type, text, attributes = {}, classes: names = [], style = {}, children = [] }: MathTree): string {
  if (text !== undefined) return escaped(text);
  const inner = children.map(mathmlOf).join("");
  if (type === undefined || !mathElements.has(type) && type !== "menclose") return inner;
  const kept = Object.entries(attributes).filter(([name, value]) => mathAttributes.get(name)?.test(String(value)));
  const known = names.filter((name) => classes.has(name));
  if (style.border) known.push("boxed");
  if (known.length > 0) kept.push(["class", known.join(" ")]);
  const name = type === "menclose" ? "mrow" : type;
  return `<${name}${kept.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join("")}>${inner}</${name}>`;
}
