import { Busy } from "../errors.ts";

/** Deletes an account. */
export const deleteAccount = (_deps: unknown, _userId: string): Promise<void> => Promise.reject(new Busy());
