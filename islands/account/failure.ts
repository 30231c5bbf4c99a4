import type { Failure } from "../../server/contract/site/shapes.ts";
import type { FailureText } from "../../server/contract/account/failure_texts.ts";
import type { FormFailure } from "../forms/useSubmit.ts";
import { networkHint, serverFailure } from "../runtime/api.ts";

export const authFailure = (shown: (failure: Partial<Failure>) => FailureText) => (error: unknown): FormFailure => ({
  hint: networkHint(error),
  ...shown(serverFailure(error)),
});
