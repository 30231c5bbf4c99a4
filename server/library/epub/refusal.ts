/**
 * A file that cannot be read in; its message says which part of it, and what is wrong with it. It is none of
 * `errors.ts`, which knows the database: the thread that reads has nothing of that.
 */
export class Refusal extends Error {}

export const refusal = (sentence: string) => new Refusal(sentence);
