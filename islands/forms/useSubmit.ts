import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Issue } from "../../server/contract/site/shapes.ts";
import { failureText, fieldErrors } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";

/** Why a form's submission failed: shown beside the fields that are wrong, where some are, else with the form. */
export interface FormFailure {
  text: string;
  /** What to do about it. */
  hint?: string;
  issues?: Issue[];
}

/** Input that is refused without a call. Its message is for people. */
export class InvalidInput extends Error {}

/** What a form sends as text, with the pressed button's own name and value. */
type Fields = Record<string, string>;

interface Options<Result> {
  /**
   * Does what the form asks for. Files are in the form alone.
   *
   * @throws InvalidInput, ApiError
   */
  submit: (fields: Fields, form: HTMLFormElement) => Promise<Result>;
  /** Called with the result of `submit`. */
  onSuccess?: (result: Result, form: HTMLFormElement) => void;
  /** The failure's text where the server gave none; or how a failure is described. */
  failed: string | ((error: unknown, fields: Fields) => FormFailure);
  /** Shown after a success. */
  successToast?: string | ((result: Result) => string);
  /** Shown after a failed call: the failure's own text where it is true, or another one. */
  failureToast?: true | string;
  /** Called after a failed call. */
  onFailure?: (error: unknown) => void;
  /**
   * Whether submitting again replaces the call that is under way, as it does for a search: only the last one counts.
   */
  again?: boolean;
  /** How it failed without script. */
  failure?: FormFailure;
}

/**
 * Submits a form by script: the same form that posts by itself where there is none. One call at a time: while one is
 * under way, `busy` is true and submitting again does nothing. What was typed stays in the form when it fails.
 */
export function useSubmit<Result>(options: Options<Result>) {
  const [sending, setSending] = useState<Fields>();
  const [failure, setFailure] = useState(options.failure);
  /** What was sent last, until it is answered. */
  const last = useRef<Fields>(undefined);

  function send(fields: Fields | undefined): void {
    last.current = fields;
    setSending(fields);
  }

  async function run(form: HTMLFormElement, fields: Fields): Promise<void> {
    if (last.current && !options.again) return;
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
    /** What is being sent, for a form with several buttons. */
    sending,
    failure,
    /** For the form. */
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      void run(event.currentTarget, fieldsOf(event.currentTarget, submitter));
    },
    /** Forgets the last failure. */
    reset: () => setFailure(undefined),
  };
}

/** A file is left out, and the last of several with one name counts. */
function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): Fields {
  const entries = [...new FormData(form, submitter)];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function describe(error: unknown, fields: Fields, failed: Options<unknown>["failed"]): FormFailure {
  if (error instanceof InvalidInput) return { text: error.message };
  if (typeof failed === "function") return failed(error, fields);
  return { text: failureText(error, failed), issues: fieldErrors(error) };
}
