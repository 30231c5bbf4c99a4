// deno-lint-ignore-file react-no-danger -- what is set here is made safe by `written_html.ts`
import { type ComponentProps, memo } from "react";
import type { Format } from "../../server/contract/site/written_shapes.ts";
import { linkedHtml } from "../../server/contract/site/linked_html.ts";
import { writtenHtml } from "../../server/contract/site/written_html.ts";

interface Props extends ComponentProps<"div"> {
  className: string;
  text: string;
  format: Format | undefined;
}

/**
 * What somebody wrote, as it is meant: with its form, or as it is but for addresses, which are links. It is written
 * once: what is open in it stays so.
 */
export const Written = memo(({ text, format, className, ...attributes }: Props) => (
  <div
    {...attributes}
    className={format ? `${className} written` : className}
    dir="auto"
    dangerouslySetInnerHTML={{ __html: format ? writtenHtml(format) : linkedHtml(text) }}
  />
));
