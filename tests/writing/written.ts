/** Forms as the server makes them; browsers too, in `tests/browser/writing_test.ts`. */
import { highlight } from "../../server/writing/code.ts";
import { formOf } from "../../server/writing/form.ts";
import { formulaOf } from "../../server/writing/formula.ts";
import { writtenHtml } from "../../server/contract/site/written_html.ts";

export const renderers = { formula: formulaOf, highlight };

export const noteForm = (text: string) => formOf(text, renderers, { tables: true });
export const messageForm = (text: string) => formOf(text, renderers);

/** Of a text as a message and as a note; undefined where it is shown as it is written. */
export function htmlOf(text: string): { message?: string; note?: string } {
  const [message, note] = [messageForm(text), noteForm(text)].map((form) => form ? writtenHtml(form.nodes) : undefined);
  return { message, note };
}
