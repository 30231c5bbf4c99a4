import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Failure, Issue } from "../../server/contract/site/shapes.ts";
import { failureText, fieldErrors, networkHint, serverFailure } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";
import type { FailureText } from "../../server/contract/account/failure_texts.ts";

export interface FormFailure {
  text: string;
  hint?: string;
  issues?: Issue[];
}

export class InvalidInput extends Error {}

type Fields = Record<string, string>;

interface Options<Result> {
  /** @throws InvalidInput, ApiError */
  submit: (fields: Fields, form: HTMLFormElement) => Promise<Result>;
  onSuccess?: (result: Result, form: HTMLFormElement) => void;
  failed: string | ((error: unknown, fields: Fields) => FormFailure);
  successToast?: string | ((result: Result) => string);
  failureToast?: true | string;
  onFailure?: (error: unknown) => void;
  replacesCall?: boolean;
  failure?: FormFailure;
}

/** One call at a time. What was typed stays in the form when it fails. */
export function useSubmit<Result>(options: Options<Result>) {
  const [sending, setSending] = useState<Fields>();
  const [failure, setFailure] = useState(options.failure);
  const last = useRef<Fields>(undefined);

  function send(fields: Fields | undefined): void {
    last.current = fields;
    setSending(fields);
  }

  async function run(form: HTMLFormElement, fields: Fields): Promise<void> {
    if (last.current && !options.replacesCall) return;
    send(fields);
    const isLast = () => last.current === fields;
    setFailure(undefined);
    try {
      const result = await options.submit(fields, form);
      if (!isLast()) return;
      options.onSuccess?.(result, form);
      const { successToast } = options;
      if (successToast) showToast("success", typeof successToast === "string" ? successToast : successToast(result));
    } catch (error) {
      if (isLast()) fail(error, fields, form);
    } finally {
      if (isLast()) send(undefined);
    }
  }

  function fail(error: unknown, fields: Fields, form: HTMLFormElement): void {
    const failed = describe(error, fields, options.failed);
    flushSync(() => setFailure(failed));
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    if (error instanceof InvalidInput) return;
    const { failureToast } = options;
    if (failureToast) showToast("error", failureToast === true ? failed.text : failureToast);
    options.onFailure?.(error);
  }

  return {
    busy: sending !== undefined,
    sending,
    failure,
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      void run(event.currentTarget, fieldsOf(event.currentTarget, submitter));
    },
    reset: () => setFailure(undefined),
  };
}

interface SearchOptions<Found> {
  name: string;
  search: (query: string) => Promise<Found>;
  onFound: (found: Found, query: string) => void;
  failed: string | ((error: unknown) => FormFailure);
  failureToast: true | string;
}

export function useSearch<Found>({ name, search, onFound, failed, failureToast }: SearchOptions<Found>) {
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

function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): Fields {
  const entries = [...new FormData(form, submitter)];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function describe(error: unknown, fields: Fields, failed: Options<unknown>["failed"]): FormFailure {
  if (error instanceof InvalidInput) return { text: error.message };
  if (typeof failed === "function") return failed(error, fields);
  return { text: failureText(error, failed), issues: fieldErrors(error) };
}

export const authFailure = (shown: (failure: Partial<Failure>) => FailureText) => (error: unknown): FormFailure => ({
  hint: networkHint(error),
  ...shown(serverFailure(error)),
});
