import * as chatLimits from "../../../server/contract/chat/limits.ts";
import type { FormEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { chatTexts } from "../../../server/contract/chat/texts.ts";

interface Props {
  query?: string;
  busy?: boolean;
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}

export function FinderForm({ query, busy, onSubmit }: Props) {
  return (
    <form className="search-form" role="search" aria-label={chatTexts.search} method="get" onSubmit={onSubmit}>
      <input
        type="search"
        name="search"
        defaultValue={query}
        maxLength={chatLimits.message.query}
        aria-label={chatTexts.search}
        placeholder={chatTexts.search}
      />
      <Button type="submit" icon="search" busy={busy} replacesCall>Search</Button>
    </form>
  );
}
