import { z } from "zod";

export const nodeTypes = [
  "paragraph",
  "heading",
  "quote",
  "list",
  "item",
  "codeBlock",
  "table",
  "row",
  "cell",
  "text",
  "strong",
  "emphasis",
  "strike",
  "code",
  "link",
  "spoiler",
  "math",
  "token",
] as const;

export const tokenNames = ["keyword", "string", "number", "comment", "name", "meta"] as const;
export const alignments = ["left", "center", "right"] as const;

/** A piece of a text with a form. Its keys depend on its type; what it has none of is left out. */
export const WrittenNode = z.strictObject({
  type: z.enum(nodeTypes),
  get children(): z.ZodOptional<z.ZodArray<typeof WrittenNode>> {
    return z.array(WrittenNode).optional();
  },
  value: z.string().optional().describe("Of a text, code and a formula: what is written."),
  url: z.string().optional().describe("Of a link: http or https."),
  start: z.int().optional().describe("Of a numbered list: its first number. Others have bullets."),
  language: z.string().optional().describe("Of a block of code, as it is written."),
  name: z.enum(tokenNames).optional().describe("Of a token: what a piece of highlighted code is."),
  mathml: z.string().nullable().optional().describe("Of a formula; null where it is wrong."),
  wrongAt: z.int().optional().describe("Of a wrong formula: how many characters of `value` are right."),
  display: z.literal(true).optional().describe("Of a formula that stands by itself."),
  header: z.literal(true).optional().describe("Of a cell of the first row of a table."),
  align: z.enum(alignments).optional().describe("Of a cell."),
}).meta({ id: "Node" });
export type WrittenNode = z.infer<typeof WrittenNode>;

export const Format = z.array(WrittenNode).nullable().describe(
  "What is shown in place of what is written; null where that is shown as it is.",
);
export type Format = z.infer<typeof Format>;

/** As it is stored beside what is written: `text` are its words in one piece, without marks and hidden text. */
export const Form = z.strictObject({ text: z.string(), nodes: z.array(WrittenNode) });
export type Form = z.infer<typeof Form>;

/** A text as it is stored: its source, and its form where it has one. */
export interface Written {
  content: string;
  form?: Form | null;
}
