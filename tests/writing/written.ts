/** Forms as the server makes them. */
import { highlight } from "../../server/writing/code.ts";
import { formOf } from "../../server/writing/form.ts";
import { formulaOf } from "../../server/writing/formula.ts";
import { writtenHtml } from "../../server/contract/site/written_html.ts";

export const renderers = { formula: formulaOf, highlight };

/** Of a note, or of a message. */
export const noteForm = (text: string) => formOf(text, renderers, { tables: true });
export const messageForm = (text: string) => formOf(text, renderers);

/** Of a message; null where it is shown as it is written. */
export function messageHtml(text: string): string | null {
  const form = messageForm(text);
  return form && writtenHtml(form.nodes);
}
