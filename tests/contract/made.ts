type Schema = { safeParse(input: unknown): { success: boolean; data?: unknown; error?: Error } };

/** The output of a schema for an input, or the text of its first issue. */
export function made(schema: Schema, input: unknown): unknown {
  const { success, data, error } = schema.safeParse(input);
  return success ? data : JSON.parse(error!.message)[0].message;
}

/** Inputs of every type but string. */
export const nothings = [undefined, null, 1, true, [], {}, ["text"]];
