import { Button, IconButton, LinkButton } from "../ui/Button.tsx";
import { intercept } from "../ui/intercept.ts";

interface Props {
  here: string;
  adding: boolean;
  disabled: boolean;
  onToggle: () => void;
}

export function BooksHead({ here, adding, disabled, onToggle }: Props) {
  const label = adding ? "Hide" : "Add";
  return (
    <div className="books-head">
      <h2>Books</h2>
      {disabled
        ? <Button disabled>{label}</Button>
        : (
          <LinkButton href={adding ? here : `${here}?add`} aria-expanded={adding} onClick={intercept(onToggle)}>
            {label}
          </LinkButton>
        )}
      <IconButton
        className="books-close"
        icon="close"
        label="Close books"
        popoverTarget="books"
        popoverTargetAction="hide"
      />
    </div>
  );
}
