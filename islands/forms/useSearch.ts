import type { FormEvent } from "react";
import { type FormFailure, useSubmit } from "./useSubmit.ts";

interface Options<Found> {
  /** The field that holds the query. */
  name: string;
  search: (query: string) => Promise<Found>;
  onFound: (found: Found, query: string) => void;
  /** Its text where the server gave none, or how a failure is described. */
  failed: string | ((error: unknown) => FormFailure);
  /** The toast after a failed search: the failure's own text where it is true, or another one. */
  failureToast: true | string;
}

/** Searches by script. A blank query is ignored, and of several searches only the last counts. */
export function useSearch<Found>({ name, search, onFound, failed, failureToast }: Options<Found>) {
  const { busy, onSubmit } = useSubmit({
    submit: async (fields) => {
      const query = fields[name].trim();
      return { query, found: await search(query) };
    },
    onSuccess: ({ found, query }) => onFound(found, query),
    again: true,
    failed,
    failureToast,
  });
  return {
    busy,
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      const query = String(new FormData(event.currentTarget).get(name)).trim();
      if (query) onSubmit(event);
      else event.preventDefault();
    },
  };
}
