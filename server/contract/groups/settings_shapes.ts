/** What the organizers of a group decide for all of it. */
import { z } from "zod";
import { settingsTexts as texts } from "./settings_texts.ts";
import { count, day, time } from "../site/shapes.ts";
import { isTimeZone } from "../site/time_zone.ts";
import { shownIn } from "../site/shown_form.ts";
import { changers } from "./shapes.ts";

const minute = z.string(texts.noTime).regex(/^([01]\d|2[0-3]):[0-5]\d$/, texts.noTime);

export const QuietHours = z.object({
  from: minute,
  to: minute,
  timeZone: z.string(texts.noZone).max(64, { error: texts.noZone, abort: true }).refine(isTimeZone, texts.noZone),
}).refine(({ from, to }) => from !== to, { path: ["to"], error: texts.noHours });
export type QuietHours = z.infer<typeof QuietHours>;

const changer = z.enum(changers);

export const Settings = z.strictObject({
  plan: changer,
  contents: changer.describe("The table of contents of a book; a reader's own copy is theirs."),
  shelf: changer,
  texts: changer,
  askToShare: z.boolean(),
  everyone: z.boolean().describe("Whether `@everyone` of an organizer mentions all members."),
  listed: z.boolean().describe("People who are signed in find the group, and ask to join."),
  hideMembers: z.boolean().describe("Members see the organizers and themselves, and how many they are."),
  overview: z.boolean(),
  quietHours: z.strictObject({ from: z.string(), to: z.string(), timeZone: z.string() }).nullable()
    .describe("`HH:MM` in the time zone, between which nothing of the group is pushed or mailed."),
}).meta({ id: "GroupSettings" });
export type Settings = z.infer<typeof Settings>;

export const SettingsUpdate = Settings.partial().extend({ quietHours: QuietHours.nullish() });
export type SettingsUpdate = z.infer<typeof SettingsUpdate>;

export const usualSettings: Settings = {
  plan: "members",
  contents: "members",
  shelf: "members",
  texts: "members",
  askToShare: false,
  everyone: false,
  listed: false,
  hideMembers: false,
  overview: false,
  quietHours: null,
};

/** Boxes that are not ticked are not sent. Without both times there are no quiet hours. */
export function settingsIn({ plan, contents, shelf, texts, ...sent }: Record<string, string>): unknown {
  const { quietFrom: from = "", quietTo: to = "", timeZone } = sent;
  return {
    plan,
    contents,
    shelf,
    texts,
    ...Object.fromEntries(switches.map((name) => [name, sent[name] !== undefined])),
    quietHours: from || to ? { from, to, timeZone } : null,
  };
}

/** Of a form those that were changed in it, by its `was`. */
export function changesIn({ was, ...fields }: Record<string, string>): unknown {
  const shown = shownIn(was);
  const before: Record<string, unknown> = shown ? { ...usualSettings, ...shown } : {};
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before[name]);
  return Object.fromEntries(Object.entries(settingsIn(fields) as object).filter(isChanged));
}

/** Those that are not the usual ones, for `was` of a form. */
export const unusualIn = (settings: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => value !== usualSettings[name as keyof Settings]),
  );

/** Those that are on a page. */
export const switches = ["hideMembers", "askToShare", "overview", "everyone", "listed"] as const;

export const BookChange = z.strictObject({
  id: z.string(),
  bookId: z.string(),
  title: z.string(),
  kind: z.enum(["plan", "contents", "removed", "restored", "corrected", "moved"]),
  by: z.string().nullable().describe("Whose change it is; null once that account is gone."),
  plan: z.strictObject({ startsOn: day, targetOn: day }).nullable().optional()
    .describe("What undoing brings back, of a plan: null for none."),
  chapters: count.optional().describe("How many undoing brings back, of contents."),
  createdAt: time,
  undoneAt: time.optional().describe("When a later change has undone it: it cannot be undone again."),
}).meta({ id: "BookChange" });
export type BookChange = z.infer<typeof BookChange>;
