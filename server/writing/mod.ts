/** Forms of texts as the server makes them, with all that may be in one. */
import type { Written } from "../contract/site/written_shapes.ts";
import { highlight } from "./code.ts";
import { formOf } from "./form.ts";
import { formulaOf } from "./formula.ts";

const renderers = { formula: formulaOf, highlight };

/** @param tables whether it may have tables, as notes may */
export const withForm = (content: string, options?: { tables: boolean }): Written => ({
  content,
  form: formOf(content, renderers, options),
});
