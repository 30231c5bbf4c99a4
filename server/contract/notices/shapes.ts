import { z } from "zod";
import { unreadMax } from "../chat/limits.ts";
import * as noticesLimits from "./limits.ts";
import { pushServerTexts } from "./texts.ts";
import { PublicUser } from "../people/shapes.ts";
import { id, rawText } from "../site/fields.ts";
import { count, time } from "../site/shapes.ts";
import { validationServerTexts } from "../site/texts.ts";

export const noticeKinds = [
  "mention",
  "reply",
  "friendRequest",
  "friendAccepted",
  "addedToGroup",
  "invited",
  "bookFinished",
  "plan",
  "report",
  "newCard",
  "overviewAsked",
  "question",
  "bookAdded",
  "poll",
  "meeting",
  "sharedNote",
  "direct",
  "joinRequest",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

export const Notice = z.strictObject({
  id: z.string(),
  kind: z.enum(noticeKinds),
  text: z.string().describe("A sentence that names who and where; what somebody wrote is only at its address."),
  url: z.string().describe("A path of this service."),
  actor: PublicUser.nullable().describe("The one person who did what it is about, if it was one and is known."),
  excerpt: z.string().nullable().describe("The beginning of the text that it is about, where its reader may see that."),
  createdAt: time,
  readAt: time.nullable(),
}).meta({ id: "Notice" });
export type Notice = z.infer<typeof Notice>;

export const NoticeList = z.strictObject({
  notices: z.array(Notice),
  unread: count.describe(`At most ${unreadMax}.`),
  hasMore: z.boolean(),
});
export type NoticeList = z.infer<typeof NoticeList>;

export const NoticesQuery = z.object({
  before: id.optional().describe("The id of a notice: those that were made before it."),
});

export const NoticesRead = z.union([
  z.object({ all: z.literal(true) }).transform(() => "all" as const),
  z.object({ ids: z.array(id).min(1).max(100) }).transform(({ ids }) => ids),
]);

export const NoticesReadForm = z.object({ id: id.optional() }).transform(({ id }) => id === undefined ? "all" : [id]);

const checkbox = z.literal("on").optional().catch(undefined).transform((value) => value === "on");

export const MailSettings = z.object({ mentions: checkbox, digest: checkbox });
export type MailSettings = z.infer<typeof MailSettings>;

export const ReminderSettings = z.object({ day: checkbox, hour: checkbox });
export type ReminderSettings = z.infer<typeof ReminderSettings>;

/** Where a push service takes what is for a browser. Its host is looked up, and checked, before anything is sent. */
const endpoint = rawText(noticesLimits.push.endpoint).pipe(
  z.string().max(noticesLimits.push.endpoint).refine(isPushAddress, pushServerTexts.invalidEndpoint),
);

function isPushAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(value);
  const isName = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname);
  return protocol === "https:" && isName && !port && !username && !password && !hash;
}

/** Base64url of so many bytes, with or without padding. */
const bytes = (length: number) =>
  z.string().max(4 * length).transform((value) => value.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_"))
    .refine(
      (value) => /^[\w-]*$/.test(value) && value.length === Math.ceil(length * 4 / 3),
      validationServerTexts.invalid,
    );

/** A browser's `PushSubscription` as JSON. The keys are a point of P-256, uncompressed, and a secret. */
export const NewPushSubscription = z.object({ endpoint, keys: z.object({ p256dh: bytes(65), auth: bytes(16) }) });
export type NewPushSubscription = z.infer<typeof NewPushSubscription>;

export const PushEndpoint = z.object({ endpoint: rawText(noticesLimits.push.endpoint) });

export interface Push {
  /** A notification with the same one is replaced. */
  tag: string;
  text: string;
  url: string;
  id?: string;
}

export interface SentPush extends Push {
  title: string;
}
