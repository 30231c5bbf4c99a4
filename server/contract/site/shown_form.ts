/** A form sends what it was made from as `was`, in JSON: what was not changed in it, somebody else may have since. */
/** Undefined where it sends none. */
export function shownIn(was = ""): Record<string, unknown> | undefined {
  try {
    return { ...JSON.parse(was.slice(0, 10_000)) };
  } catch {
    return undefined;
  }
}

/** The fields that were changed in it. */
export function changedFields({ was, ...fields }: Record<string, string>): Record<string, string> {
  const shown = shownIn(was);
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== shown?.[name]));
}
