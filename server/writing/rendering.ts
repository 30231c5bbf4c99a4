import { written as limits } from "../contract/site/written_limits.ts";
import type { Renderers } from "./renderers.ts";
import type { TreeBuilder } from "./tree_builder.ts";

/** Formulas and blocks of code of one text: rendered as long as its limits allow, and then as they are written. */
export function rendering(tree: TreeBuilder, renderers: Renderers, mostMathml: number) {
  let formulas = 0;
  let mathml = 0;
  let highlighted = 0;

  function formula(value: string, display: boolean): void {
    const weight = weightOf(value);
    formulas += weight;
    const isTooMuch = formulas > limits.formulas || value.length > limits.formula || mathml > mostMathml;
    if (isTooMuch) return tree.add({ type: "code", value });
    const made = renderers.formula(value, { display });
    mathml += made.mathml?.length ?? 0;
    // Those that expand until they are refused take the longest.
    if (made.mathml === null) formulas += 3 * weight;
    tree.add({ type: "math", value, ...made, ...display && { display } });
  }

  function code(content: string, info: string): void {
    const value = content.replace(/\n$/, "");
    const language = info.trim().split(/\s/, 1)[0].toLowerCase();
    if (!language) return tree.add({ type: "codeBlock", value });
    highlighted += value.length;
    const children = highlighted > limits.highlighted ? undefined : renderers.highlight(value, language);
    tree.add({ type: "codeBlock", value, language, ...children && { children } });
  }

  return { formula, code };
}

/** Cells and primes take as long as ten other characters. */
const weightOf = (formula: string): number => formula.length + 10 * (formula.match(/[&']|\\\\/g)?.length ?? 0);
