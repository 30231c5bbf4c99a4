import type { Failure } from "../../server/contract/failure.ts";
import type { Shown } from "../../server/contract/shown.ts";
import type { FormFailure } from "../forms/useSubmit.ts";
import { networkHint, serverFailure } from "../runtime/api.ts";

/** Describes a failed call by what a screen shows for the server's answer; an unreachable server becomes the hint. */
export const authFailure = (shown: (failure: Partial<Failure>) => Shown) => (error: unknown): FormFailure => ({
  hint: networkHint(error),
  ...shown(serverFailure(error)),
});
