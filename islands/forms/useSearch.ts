import type { FormEvent } from "react";
import { type FormFailure, useSubmit } from "./useSubmit.ts";

interface Options<Found> {
  name: string;
  search: (query: string) => Promise<Found>;
  onFound: (found: Found, query: string) => void;
  failed: string | ((error: unknown) => FormFailure);
  failureToast: true | string;
}

export function useSearch<Found>({ name, search, onFound, failed, failureToast }: Options<Found>) {
  const { busy, onSubmit } = useSubmit({
    submit: async (fields) => {
      const query = fields[name].trim();
      return { query, found: await search(query) };
    },
    onSuccess: ({ found, query }) => onFound(found, query),
    replacesCall: true,
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
