import { LinkButton } from "../ui/Button.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import { intercept } from "../ui/intercept.ts";

interface Props {
  here: string;
  /** Whether the search is open. */
  adding: boolean;
  onToggle: () => void;
}

/** The heading of the panel, with what opens its search, and what closes it where it is a sheet. */
export function BooksHead({ here, adding, onToggle }: Props) {
  return (
    <div className="books-head">
      <h2>Books</h2>
      <LinkButton href={adding ? here : `${here}?add`} aria-expanded={adding} onClick={intercept(onToggle)}>
        {adding ? "Hide" : "Add"}
      </LinkButton>
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
