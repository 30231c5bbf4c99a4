/** Draws what is written, by what the server makes its form with. */
import css from "../../static/css/parts/written.css" with { type: "text" };
import { writtenHtml } from "../../server/contract/site/written_html.ts";
import { formOf } from "../../server/writing/form.ts";
import type { Renderers } from "../../server/writing/renderers.ts";
import { late } from "../runtime/late.ts";
import type { FormulaPlace } from "./write_places.ts";

// Pages on which nobody has written anything with a form have no style for it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];

const loadFormula = late(() => import("../../server/writing/formula.ts"));
const loadCode = late(() => import("../../server/writing/code.ts"));

const namesLanguage = /^[ \t>]*(?:`{3,}|~{3,})[ \t]*\w/m;

/** @returns null for a text without form */
export async function previewOf(text: string, options: { tables: boolean }): Promise<string | null> {
  const [formula, code] = await Promise.all([
    text.includes("$") ? loadFormula() : undefined,
    namesLanguage.test(text) ? loadCode() : undefined,
  ]);
  const renderers: Renderers = {
    formula: (source, options) => formula?.formulaOf(source, options) ?? { mathml: null },
    highlight: (value, language) => code?.highlight(value, language),
  };
  const form = formOf(text, renderers, options);
  return form && writtenHtml(form.nodes);
}

export async function previewFormula({ source, display }: FormulaPlace): Promise<{ html: string; isWrong: boolean }> {
  const { formulaOf } = await loadFormula();
  const made = formulaOf(source, { display });
  const html = writtenHtml([{ type: "math", value: source, ...made, ...display && { display } }]);
  return { html, isWrong: made.mathml === null };
}
