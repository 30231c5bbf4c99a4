import { instantOf } from "./meeting_form.ts";

/** Options are typed one on each line, or are books that are ticked. */
export function pollIn(
  { question, kind, options = "", closesAt = "", timeZone, secret, ...fields }: Record<string, string>,
) {
  const typed = options.split("\n").map((line) => line.trim()).filter(Boolean);
  return {
    question,
    kind,
    options: [...namedBy("book", fields).map((bookId) => ({ bookId })), ...typed.map((text) => ({ text }))],
    // What is no time is refused by the schema.
    closesAt: closesAt.trim() === "" ? null : instantOf(closesAt, timeZone) ?? "",
    secret: secret !== undefined,
    clientId: fields.formKey || undefined,
  };
}

/** What is chosen by a button, by boxes that are ticked, or by the list of each choice, some of which are left out. */
export function voteIn({ option, ...fields }: Record<string, string>) {
  if (option !== undefined) return { options: [option] };
  const choices = Object.entries(fields).filter(([name]) => /^choice \d+$/.test(name))
    .toSorted(([one], [other]) => numberOf(one) - numberOf(other)).map(([, value]) => value).filter(Boolean);
  return { options: choices.length > 0 ? choices : namedBy("option", fields) };
}

const numberOf = (name: string): number => Number(name.split(" ")[1]);

const namedBy = (kind: string, fields: Record<string, string>): string[] =>
  Object.keys(fields).flatMap((name) => name.startsWith(`${kind} `) ? [name.slice(kind.length + 1)] : []);
