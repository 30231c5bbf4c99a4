type Schema = { safeParse(input: unknown): { success: boolean; data?: unknown; error?: Error } };

/** What a schema makes of an input, or the text with which it refuses it. */
export function made(schema: Schema, input: unknown): unknown {
  const { success, data, error } = schema.safeParse(input);
  return success ? data : JSON.parse(error!.message)[0].message;
}

/** Inputs of every kind that is no text. */
export const nothings = [undefined, null, 1, true, [], {}, ["text"]];
