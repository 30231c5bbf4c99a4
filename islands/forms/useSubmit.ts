import { useSignal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import type { FormEvent } from "react";
import { flushSync } from "react-dom";
import type { Issue } from "../../server/contract/failure.ts";
import { failureText, fieldErrors } from "../runtime/api.ts";
import { showToast } from "../runtime/toast.ts";
import { focusInvalid } from "./focus.ts";

/** Why a form's submission failed: said with the fields that are wrong, where some are, else with the form. */
export interface FormFailure {
  text: string;
  /** What to do about it. */
  hint?: string;
  issues?: Issue[];
}

/** Input that needs no call to be refused. Its message is for people. */
export class InvalidInput extends Error {}

interface Options<Result> {
  /**
   * Does what the form asks for. Files are in the form alone.
   *
   * @throws InvalidInput, ApiError
   */
  submit: (fields: Record<string, string>, form: HTMLFormElement) => Promise<Result>;
  /** Called with what `submit` gave, once it has succeeded. */
  onSuccess?: (result: Result, form: HTMLFormElement) => void;
  /** What a failure says where the server's answer has no text; or how a failure is described. */
  failed: string | ((error: unknown) => FormFailure);
  /** Shown when it has succeeded. */
  successToast?: string | ((result: Result) => string);
  /** Shown when a call has failed: the failure's text where it is true, a text of its own, or none. */
  failureToast?: boolean | string | ((error: unknown) => string);
  /** Called when a call has failed. */
  onFailure?: (error: unknown) => void;
  /** How it failed without script. */
  failure?: FormFailure;
}

/**
 * Submits a form by script: the same form that posts by itself where there is none. One call at a time: while one is
 * under way, `busy` is true and submitting again does nothing. What was typed stays in the form when it fails.
 */
export function useSubmit<Result>(options: Options<Result>) {
  useSignals();
  const busy = useSignal(false);
  const failure = useSignal(options.failure);

  async function run(form: HTMLFormElement): Promise<void> {
    if (busy.peek()) return;
    busy.value = true;
    failure.value = undefined;
    try {
      const result = await options.submit(textFieldsOf(form), form);
      options.onSuccess?.(result, form);
      if (options.successToast) showToast("success", resolve(options.successToast, result));
    } catch (error) {
      fail(error, form);
    } finally {
      busy.value = false;
    }
  }

  function fail(error: unknown, form: HTMLFormElement): void {
    const failed = describe(error, options.failed);
    flushSync(() => failure.value = failed);
    focusInvalid(form);
    if (error instanceof InvalidInput) return;
    const { failureToast } = options;
    if (failureToast) showToast("error", failureToast === true ? failed.text : resolve(failureToast, error));
    options.onFailure?.(error);
  }

  return {
    busy: busy.value,
    failure: failure.value,
    /** For the form. */
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      void run(event.currentTarget);
    },
    /** Forgets the last failure. */
    reset: () => void (failure.value = undefined),
  };
}

const resolve = <T>(text: string | ((of: T) => string), of: T): string => typeof text === "function" ? text(of) : text;

/** What the form holds as text: a file is no field, and the last of several with one name counts. */
function textFieldsOf(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return Object.fromEntries(entries);
}

function describe(error: unknown, failed: Options<unknown>["failed"]): FormFailure {
  if (error instanceof InvalidInput) return { text: error.message };
  if (typeof failed === "function") return failed(error);
  return { text: failureText(error, failed), issues: fieldErrors(error) };
}
