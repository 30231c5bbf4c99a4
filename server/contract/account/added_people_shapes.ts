/** People whose accounts somebody else makes, from a pasted list. */
import { z } from "zod";
import * as accountLimits from "./limits.ts";
import { SignedIn, TwoStepNeeded, username } from "./shapes.ts";
import { addedPeopleTexts as words, registerTexts } from "./texts.ts";
import * as peopleLimits from "../people/limits.ts";
import { email, id, password, rawText, requiredText } from "../site/fields.ts";

const { most, typed, lines: mostLines } = accountLimits.addedPeople;

export const NewPerson = z.object({
  fullName: requiredText(peopleLimits.fullName.max, words.noName)
    .refine((name) => !name.includes("@"), words.addressInName),
  username: username.optional().describe("Without one it is made of the name."),
  email: email.optional().describe("They are mailed a link in place of a card."),
});
export type NewPerson = z.infer<typeof NewPerson>;

/** Their number is checked before any of them is. */
const few = z.array(z.unknown()).min(1, words.nobody).max(most, words.tooMany(most))
  .transform((people): NewPerson[] => people as NewPerson[]);

export const NewPeople = z.object({ people: few.pipe(z.array(NewPerson)) });
export type NewPeople = z.infer<typeof NewPeople>;

export const NewPeopleOfSite = NewPeople.extend({
  groupId: id.optional().describe("Whose members they become, and whose organizers may hand out new cards."),
});

const list = rawText(typed / 4, { required: words.nobody, tooLong: words.tooMany(most) })
  .refine((text) => linesOf(text).length <= mostLines, { error: words.tooMany(most), abort: true });

export const TypedPeople = z.object({
  people: list.transform((text, context) => {
    const lines = readPeople(text);
    if (lines.length === 0) context.addIssue({ code: "custom", message: words.nobody });
    if (lines.length > most) context.addIssue({ code: "custom", message: words.tooMany(most) });
    return lines;
  }),
  groupId: id.optional(),
});

const groupId = z.string().transform((value) => value || undefined).pipe(id.optional()).optional();

/** The list as its preview sends it. */
export const NewPeopleForm = z.object({
  people: list.transform((text): unknown[] => readPeople(text)).pipe(NewPeople.shape.people),
});
export const NewPeopleOfSiteForm = NewPeopleForm.extend({ groupId });

export interface TypedPerson {
  fullName: string;
  username?: string;
  email?: string;
  /** More columns than there can be. */
  isUnreadable?: boolean;
  /** Of the list as it was pasted, from 1 on. */
  line?: number;
}

const header = /^(full ?name|name|names|student|students|pupil|pupils|username|user ?name|e-?mail|email address)$/i;

/**
 * A name on each line, and after it, by tab, semicolon or comma, a username or an address or both. What has a capital
 * letter there is no username but the rest of the name: `Weber, Anna` is Anna Weber, as in the lists of schools.
 * An address may also end the name itself, as in `Anna Weber <anna@example.org>`.
 */
export function readPeople(text: string): TypedPerson[] {
  const rows = linesOf(text.replace(/^\ufeff/, "")).map((line, n) => ({ cells: cellsOf(line), line: n + 1 }))
    .filter(({ cells }) => cells.some(Boolean));
  if (rows[0]?.cells.every((cell) => header.test(cell))) rows.shift();
  return rows.map(({ cells, line }) => {
    const [fullName, ...others] = withWholeName(cells);
    const email = others.find((cell) => cell.includes("@"));
    const username = others.find((cell) => !cell.includes("@"));
    const known = Number(email !== undefined) + Number(username !== undefined);
    return { fullName, username, email, line, ...(others.length > known && { isUnreadable: true }) };
  });
}

/** One more than there may be, of a list with too many: none of the others is looked at. */
const linesOf = (text: string): string[] => text.split(/\r?\n|\r/, mostLines + 1);

function withWholeName([first, second, ...others]: string[]): string[] {
  if (second === undefined || second.includes("@") || !/\p{Lu}/u.test(second)) {
    return [first, second, ...others].filter((cell) => cell !== undefined);
  }
  return [`${second} ${first}`, ...others];
}

/** Of a line; a list may have columns that are empty. */
const mostCells = 20;

function cellsOf(line: string): string[] {
  const separator = ["\t", ";", ","].find((separator) => line.includes(separator)) ?? "\n";
  const [name, ...others] = line.split(separator, mostCells).map(unquoted);
  const [, before, email] = /^([^@]+)\s<?([^\s<>@]+@[^\s<>@]+?)>?$/.exec(name) ?? [];
  return [...email ? [unquoted(before), email] : [name], ...others.filter(Boolean)];
}

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, "$1").trim();

/** What `readPeople` reads again as it is. */
export const lineOf = ({ fullName, username, email }: TypedPerson): string =>
  [fullName.replaceAll("\t", " "), username ?? email ?? "", ...username && email ? [email] : []].join("\t");

export const AddedPerson = z.strictObject({
  id: z.string(),
  username: z.string(),
  fullName: z.string(),
  url: z.string().nullable().describe("Of their card, shown this once; null for people who were mailed a link."),
}).meta({ id: "AddedPerson" });
export type AddedPerson = z.infer<typeof AddedPerson>;

/** In the alphabet of the codes, whatever was typed for letters that look alike. */
export const cardToken = z.string().min(1, words.noCode).max(100, words.noCode);

export const CardUse = z.object({ token: cardToken, password });

export const CardUseForm = CardUse.extend({ confirmPassword: z.string() }).superRefine((form, context) => {
  if (form.password === form.confirmPassword) return;
  context.addIssue({ code: "custom", path: ["confirmPassword"], message: registerTexts.passwordsDiffer });
});

export const CardAnswer = z.union([
  SignedIn.extend({ groupId: z.string().nullable().describe("The group for which the account was made.") }),
  TwoStepNeeded,
]);
export type CardAnswer = z.infer<typeof CardAnswer>;
