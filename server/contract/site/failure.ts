/** The body of every failed call. `message` and `error` are the same human text; `code` is for programs. */
export interface Failure {
  message: string;
  error: string;
  code: string;
  issues?: Issue[];
}

/** One field of a validation failure. */
export interface Issue {
  path: string;
  message: string;
}
