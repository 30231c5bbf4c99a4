import { Button } from "../../../../islands/ui/Button.tsx";
import { textPaths } from "../../../../server/contract/books/text_paths.ts";
import { readerTexts as words } from "../../../../server/contract/reading/reader_texts.ts";
import {
  type TextStyle,
  type TextStyleName,
  textStyleNames,
  textStyles,
} from "../../../../server/contract/reading/text_style.ts";

interface Props {
  groupId: string;
  bookId: string;
  /** The place that the page shows. */
  at: number;
  style: TextStyle;
}

export const StyleForm = ({ groupId, bookId, at, style }: Props) => (
  <details className="text-style">
    <summary className="icon-button" aria-label={words.style} title={words.style}>
      <span aria-hidden="true">Aa</span>
    </summary>
    <form method="post" action={textPaths.style(groupId, bookId)} data-text-style>
      <input type="hidden" name="at" value={at} />
      {textStyleNames.map((name) => <Choice key={name} name={name} chosen={style[name]} />)}
      <Button type="submit">{words.apply}</Button>
    </form>
  </details>
);

function Choice<Name extends TextStyleName>({ name, chosen }: { name: Name; chosen: string }) {
  const labels: Record<string, string> = words.options[name];
  return (
    <label>
      <span>{words.names[name]}</span>
      <select name={name} defaultValue={chosen}>
        {textStyles[name].map((option) => <option key={option} value={option}>{labels[option]}</option>)}
      </select>
    </label>
  );
}
