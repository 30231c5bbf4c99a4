import type { ComponentProps } from "react";
import { Field } from "../../../islands/forms/Field.tsx";
import * as booksLimits from "../../../server/contract/books/limits.ts";
import { shelfTexts as words } from "../../../server/contract/books/shelf_texts.ts";

/** How many pages a book has. */
export const PagesField = (field: Omit<ComponentProps<typeof Field>, "label">) => (
  <Field label={words.pages} type="number" inputMode="numeric" min={1} max={booksLimits.book.pages} {...field} />
);
