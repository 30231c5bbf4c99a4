import type { FormEvent } from "react";
import * as constants from "../../../server/contract/constants.ts";
import { texts } from "../../../server/contract/texts.ts";
import { Button } from "../../ui/Button.tsx";

interface Props {
  /** What is searched for. */
  query?: string;
  busy?: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

/** Searches the messages of the group at whose address it stands. */
export function FinderForm({ query, busy, onSubmit }: Props) {
  return (
    <form className="search-form" role="search" aria-label={texts.chat.search} method="get" onSubmit={onSubmit}>
      <input
        type="search"
        name="search"
        defaultValue={query}
        maxLength={constants.message.query}
        aria-label={texts.chat.search}
        placeholder={texts.chat.search}
      />
      <Button type="submit" icon="search" busy={busy} again>Search</Button>
    </form>
  );
}
