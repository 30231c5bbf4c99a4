/** Times are milliseconds since the epoch, hashes of tokens SHA-256. */
import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  blob,
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type BookResult, bookStates } from "../server/contract/books/shapes.ts";
import { type PrintPage, type Section, textStates } from "../server/contract/books/text_shapes.ts";
import { meetingReplies as replyKinds, repeats } from "../server/contract/groups/meeting_shapes.ts";
import { changers, groupKinds, notifyLevels } from "../server/contract/groups/shapes.ts";
import { pollKinds } from "../server/contract/groups/poll_shapes.ts";
import { highlightColors } from "../server/contract/notes/mark_colors.ts";
import { noticeKinds } from "../server/contract/notices/shapes.ts";
import { copyUnits, type Point, readingStatuses } from "../server/contract/reading/shapes.ts";
import { dayCountNames } from "../server/contract/operator/shapes.ts";
import { reportDecisions, reportKinds, type ReportSnapshot } from "../server/contract/people/shapes.ts";

export const users = sqliteTable("users", {
  id: text("id").primaryKey(),
  username: text("username").notNull().unique(),
  /** Trimmed and in lower case; null for people who log in by their username. */
  email: text("email").unique(),
  /** Empty until its owner has chosen one: no password fits it. */
  passwordHash: text("password_hash").notNull(),
  fullName: text("full_name"),
  profileImage: text("profile_image"),
  bio: text("bio"),
  dob: text("dob"),
  gender: text("gender", { enum: ["male", "female", "other"] }),
  linkedin: text("linkedin"),
  instagram: text("instagram"),
  twitter: text("twitter"),
  verifiedAt: integer("verified_at"),
  verifyBy: integer("verify_by"),
  createdAt: integer("created_at").notNull(),
  /** Whether people who share no group and no friendship with them see the address. */
  emailVisible: integer("email_visible", { mode: "boolean" }).notNull().default(true),
  /** To the hour. */
  lastSeenAt: integer("last_seen_at"),
  disabledAt: integer("disabled_at"),
  deletesAt: integer("deletes_at"),
  /** What is left, for their messages, is a row that triggers (migration `doors_and_keys`) keep from being changed. */
  deletedAt: integer("deleted_at"),
  /** By which they registered: it has one of its places until they have joined, which counts as a use. */
  inviteId: text("invite_id").references((): AnySQLiteColumn => invites.id, { onDelete: "set null" }),
  operatesSince: integer("operates_since"),
  /** For whose members it was made from a list: its organizers may hand out a new card. Null for other accounts. */
  addedTo: text("added_to").references((): AnySQLiteColumn => groups.id, { onDelete: "set null" }),
  /** A visitor of the demo, until then. */
  guestUntil: integer("guest_until"),
}, (table) => [
  index("users_added_to").on(table.addedTo).where(sql`added_to is not null`),
  index("users_guest_until").on(table.guestUntil).where(sql`guest_until is not null`),
  index("users_invite").on(table.inviteId).where(sql`invite_id is not null`),
  index("users_verify_by").on(table.verifyBy).where(sql`verify_by is not null`),
  index("users_deletes_at").on(table.deletesAt).where(sql`deletes_at is not null`),
  index("users_profile_image").on(table.profileImage).where(sql`profile_image is not null`),
]);

/** For the FTS5 indexes that triggers maintain (migration `people_triggers`): rowids would not survive a VACUUM. */
export const userNumbers = sqliteTable("user_numbers", {
  number: integer("number").primaryKey(),
  userId: text("user_id").notNull().unique().references(() => users.id, { onDelete: "cascade" }),
});

/** What they wrote, and what the groups hold that they made, as triggers count it (migration `account_storage`). */
export const accountStorage = sqliteTable("account_storage", {
  userId: text("user_id").primaryKey().references(() => users.id, { onDelete: "cascade" }),
  bytes: integer("bytes").notNull().default(0),
});

export const sessions = sqliteTable("sessions", {
  hash: text("hash").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  /** By which its owner names it: a trigger fills it in for the version before. */
  id: text("id"),
  lastSeenAt: integer("last_seen_at"),
  device: text("device"),
  address: text("address"),
  provenAt: integer("proven_at"),
  /** Of its browser: times are shown to its user as clocks are there. */
  timeZone: text("time_zone"),
  isTwoStep: integer("two_step", { mode: "boolean" }).notNull().default(false),
}, (table) => [
  index("sessions_user").on(table.userId),
  index("sessions_expiry").on(table.expiresAt),
  uniqueIndex("sessions_id").on(table.id),
]);

/** In which others' wrong guesses do not count, and signing in again sends no mail. */
export const knownBrowsers = sqliteTable("known_browsers", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** Of the user's id and the token in the browser's cookie: two accounts in one browser have nothing in common. */
  hash: text("hash").notNull(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at").notNull(),
}, (table) => [
  primaryKey({ columns: [table.userId, table.hash] }),
  index("known_browsers_last_used").on(table.lastUsedAt),
]);

export const links = sqliteTable("links", {
  hash: text("hash").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: ["verify", "reset", "email", "card"] }).notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
  email: text("email"),
}, (table) => [
  index("links_user").on(table.userId, table.kind),
  index("links_expiry").on(table.expiresAt),
]);

export const tickets = sqliteTable("tickets", {
  hash: text("hash").primaryKey(),
  kind: text("kind", { enum: ["passkey", "passkeyLogin", "proof", "twoStep", "oidc", "registered"] }).notNull(),
  userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
  data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  expiresAt: integer("expires_at").notNull(),
}, (table) => [index("tickets_user").on(table.userId), index("tickets_expiry").on(table.expiresAt)]);

export const passkeys = sqliteTable("passkeys", {
  id: text("id").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  publicKey: blob("public_key", { mode: "buffer" }).notNull(),
  counter: integer("counter").notNull(),
  transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at"),
}, (table) => [index("passkeys_user").on(table.userId)]);

export const totps = sqliteTable("totps", {
  userId: text("user_id").primaryKey().references(() => users.id, { onDelete: "cascade" }),
  secret: text("secret").notNull(),
  createdAt: integer("created_at").notNull(),
  confirmedAt: integer("confirmed_at"),
  lastStep: integer("last_step").notNull().default(0),
});

export const recoveryCodes = sqliteTable("recovery_codes", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  hash: text("hash").notNull(),
  usedAt: integer("used_at"),
}, (table) => [primaryKey({ columns: [table.userId, table.hash] })]);

export const identities = sqliteTable("identities", {
  issuer: text("issuer").notNull(),
  subject: text("subject").notNull(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
}, (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index("identities_user").on(table.userId)]);

/** A sent mail is deleted; one that is stored to be read has neither `dueAt` nor `failedAt`. */
export const mails = sqliteTable("mails", {
  id: text("id").primaryKey(),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  html: text("html").notNull(),
  createdAt: integer("created_at").notNull(),
  attempts: integer("attempts").notNull().default(0),
  dueAt: integer("due_at"),
  /** Until when one instance alone sends it; null, or past, while none does. */
  claimedUntil: integer("claimed_until"),
  failedAt: integer("failed_at"),
  unsubscribeUrl: text("unsubscribe_url"),
  /** An attached file of the meetings that it is about (RFC 5545). */
  calendar: text("calendar"),
}, (table) => [
  index("mails_due").on(table.dueAt, table.claimedUntil),
  index("mails_created").on(table.createdAt),
  index("mails_recipient").on(table.recipient),
]);

export const groups = sqliteTable("groups", {
  id: text("id").primaryKey(),
  groupName: text("group_name").notNull(),
  description: text("description"),
  /** Of the description. */
  form: text("form"),
  image: text("image"),
  createdBy: text("created_by").notNull().references(() => users.id),
  createdAt: integer("created_at").notNull(),
  /** 0 once it is deleted, for the version before. */
  activeAt: integer("active_at").notNull(),
  /** Of its files, books and their tables of contents, which count for who made it (see `accountStorage`). */
  storedBytes: integer("stored_bytes").notNull().default(0),
  deletedAt: integer("deleted_at"),
  /**
   * `direct` is a conversation of two friends, `own` the books of one person outside of groups,
   * `incoming` a group that is not yet read back from an archive (db/groups/incoming.ts).
   */
  kind: text("kind", { enum: [...groupKinds, "incoming"] }).notNull().default("group"),
  /** Of which there is one: the ids of the two in order, with a blank between, or the id of the one. */
  peopleKey: text("people_key"),
}, (table) => [
  uniqueIndex("groups_people").on(table.peopleKey).where(sql`people_key is not null`),
  index("groups_creator").on(table.createdBy),
  index("groups_image").on(table.image).where(sql`image is not null`),
  index("groups_deleted").on(table.id).where(sql`active_at = 0 or deleted_at is not null`),
]);

export const members = sqliteTable("members", {
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  joinedAt: integer("joined_at").notNull(),
  /** The creator of the group is one by `groups.created_by`, whatever stands here. */
  role: text("role", { enum: ["organizer", "member"] }).notNull().default("member"),
  lastReadSeq: integer("last_read_seq").notNull().default(0),
  notify: text("notify", { enum: notifyLevels }).notNull().default("all"),
  /** Up to which their browsers were sent that there are new messages. */
  pushedSeq: integer("pushed_seq").notNull().default(0),
  /** What they answered when the group asked; null until then. */
  sharesPages: integer("shares_pages", { mode: "boolean" }),
  /** Since when its organizers may see how far they have read. */
  overviewSince: integer("overview_since"),
}, (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index("members_user").on(table.userId)]);

/** Without a row all are the defaults. */
export const groupSettings = sqliteTable("group_settings", {
  groupId: text("group_id").primaryKey().references(() => groups.id, { onDelete: "cascade" }),
  plan: text("plan", { enum: changers }).notNull().default("members"),
  contents: text("contents", { enum: changers }).notNull().default("members"),
  shelf: text("shelf", { enum: changers }).notNull().default("members"),
  texts: text("texts", { enum: changers }).notNull().default("members"),
  askToShare: integer("ask_to_share", { mode: "boolean" }).notNull().default(false),
  everyone: integer("everyone", { mode: "boolean" }).notNull().default(false),
  listed: integer("listed", { mode: "boolean" }).notNull().default(false),
  hideMembers: integer("hide_members", { mode: "boolean" }).notNull().default(false),
  overview: integer("overview", { mode: "boolean" }).notNull().default(false),
  /** Minutes of the day in `timeZone`, between which nothing is pushed or mailed; null for none. */
  quietFrom: integer("quiet_from"),
  quietTo: integer("quiet_to"),
  timeZone: text("time_zone"),
  /** When the first steps were done, or hidden by an organizer. */
  startedAt: integer("started_at"),
}, (table) => [index("group_settings_listed").on(table.groupId).where(sql`listed`)]);

/** What was there before somebody changed a plan, the contents or the shelf, for organizers to bring back. */
export const bookChanges = sqliteTable(
  "book_changes",
  {
    id: text("id").primaryKey(),
    bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    kind: text("kind", { enum: ["plan", "contents", "removed", "corrected", "moved"] }).notNull(),
    before: text("before", { mode: "json" }).$type<unknown>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (
    table,
  ) => [index("book_changes_book").on(table.bookId, table.createdAt), index("book_changes_user").on(table.userId)],
);

export const invites = sqliteTable("invites", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  hash: text("hash").notNull().unique(),
  /** Six letters to type, shown to organizers again; null for links of before there were codes. */
  code: text("code").unique(),
  createdBy: text("created_by").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  maxUses: integer("max_uses"),
  uses: integer("uses").notNull().default(0),
  revokedAt: integer("revoked_at"),
}, (table) => [
  index("invites_group").on(table.groupId),
  index("invites_created_by").on(table.createdBy),
  index("invites_expiry").on(table.expiresAt),
]);

export const invitations = sqliteTable("invitations", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  /** As in `users`: where the account that has it changes its address, it follows. */
  email: text("email").notNull(),
  typedEmail: text("typed_email").notNull(),
  hash: text("hash").unique(),
  invitedBy: text("invited_by").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
}, (table) => [
  unique("invitations_email").on(table.groupId, table.email),
  index("invitations_to").on(table.email),
  index("invitations_invited_by").on(table.invitedBy),
  index("invitations_expiry").on(table.expiresAt),
]);

export const invitationRefusals = sqliteTable("invitation_refusals", {
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  email: text("email").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [primaryKey({ columns: [table.groupId, table.email] }), index("invitation_refusals_of").on(table.email)]);

export const blocks = sqliteTable("blocks", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  blockedId: text("blocked_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.blockedId] }), index("blocks_blocked").on(table.blockedId)]);

export const reports = sqliteTable("reports", {
  id: text("id").primaryKey(),
  reporterId: text("reporter_id").references(() => users.id, { onDelete: "set null" }),
  kind: text("kind", { enum: reportKinds }).notNull(),
  subjectId: text("subject_id").notNull(),
  groupId: text("group_id"),
  userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
  reason: text("reason").notNull(),
  /** As it was, so that it can be judged after it is changed or gone; emptied long after the decision. */
  snapshot: text("snapshot", { mode: "json" }).$type<ReportSnapshot>().notNull(),
  createdAt: integer("created_at").notNull(),
  decidedAt: integer("decided_at"),
  decision: text("decision", { enum: reportDecisions }),
  note: text("note"),
}, (table) => [
  index("reports_open").on(table.createdAt, table.id).where(sql`decided_at is null`),
  index("reports_decided").on(table.createdAt, table.id).where(sql`decided_at is not null`),
  index("reports_to_empty").on(table.decidedAt)
    .where(sql`decided_at is not null and snapshot <> '{"title":"","text":null,"context":[]}'`),
  index("reports_reporter").on(table.reporterId),
  index("reports_user").on(table.userId),
]);

/** Triggers refuse to change or delete a row. */
export const auditLog = sqliteTable("audit_log", {
  id: text("id").primaryKey(),
  at: integer("at").notNull(),
  operator: text("operator").notNull(),
  act: text("act").notNull(),
  subjectId: text("subject_id"),
  subject: text("subject").notNull(),
  detail: text("detail"),
}, (table) => [index("audit_log_at").on(table.at)]);

export const announcements = sqliteTable("announcements", {
  id: integer("id").primaryKey(),
  text: text("text").notNull(),
  endsAt: integer("ends_at").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [check("announcements_one", sql`${table.id} = 1`)]);

export const dayCounts = sqliteTable("day_counts", {
  day: text("day").notNull(),
  name: text("name", { enum: dayCountNames }).notNull(),
  count: integer("count").notNull(),
}, (table) => [primaryKey({ columns: [table.day, table.name] })]);

export const messages = sqliteTable("messages", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  /** Rises by one in each group, without gaps. */
  seq: integer("seq").notNull(),
  userId: text("user_id").notNull().references(() => users.id),
  content: text("content").notNull(),
  /** Chosen by the sender's client: a message that is sent again has it again. */
  clientId: text("client_id"),
  createdAt: integer("created_at").notNull(),
  /** Of its last change: rises by one in each group with every new message and every change of one. */
  rev: integer("rev").notNull().default(0),
  replyToSeq: integer("reply_to_seq"),
  editedAt: integer("edited_at"),
  deletedAt: integer("deleted_at"),
  pinnedAt: integer("pinned_at"),
  fingerprint: integer("fingerprint"),
  /** In the search index `message_words`; null until it is indexed. */
  number: integer("number"),
  anchorBookId: text("anchor_book_id"),
  anchorPosition: integer("anchor_position"),
  anchorEditionId: text("anchor_edition_id"),
  /** JSON of the contract's `Form`: null where the content is shown as it is, and once it changes (`db/site/forms.ts`). */
  form: text("form"),
  /** Of a reply, however deep: the message that its thread began with. */
  threadSeq: integer("thread_seq"),
  /** The poll that it presents. */
  pollId: text("poll_id"),
  /** What is shown of its first link; null where nothing is, or nothing yet. */
  linkKey: text("link_key"),
}, (table) => [
  index("messages_link").on(table.linkKey).where(sql`link_key is not null`),
  index("messages_thread").on(table.groupId, table.threadSeq, table.seq).where(sql`thread_seq is not null`),
  index("messages_poll").on(table.pollId).where(sql`poll_id is not null`),
  uniqueIndex("messages_group_seq").on(table.groupId, table.seq),
  index("messages_group_rev").on(table.groupId, table.rev),
  // By user first: deleting a user would otherwise scan all messages.
  unique("messages_client").on(table.userId, table.groupId, table.clientId),
  index("messages_fingerprint").on(table.fingerprint).where(sql`fingerprint is not null`),
  index("messages_pinned").on(table.groupId, table.pinnedAt).where(sql`pinned_at is not null`),
  uniqueIndex("messages_number").on(table.number).where(sql`number is not null`),
  index("messages_unindexed").on(table.createdAt).where(sql`number is null`),
  index("messages_anchor_edition").on(table.anchorEditionId).where(sql`anchor_edition_id is not null`),
  index("messages_anchor").on(table.anchorBookId, table.anchorPosition).where(sql`anchor_book_id is not null`),
]);

/** Pages that messages link to. Of one that could not be read there is its key, and when that was. */
export const linkPreviews = sqliteTable("link_previews", {
  /** The first 32 hexadecimal digits of the address's SHA-256. */
  key: text("key").primaryKey(),
  url: text("url"),
  /** The host that had it in the end. */
  site: text("site"),
  title: text("title"),
  /** By which the picture is asked for: known to people who see a message with it, and new when it is fetched anew. */
  pictureName: text("picture_name"),
  size: integer("size").notNull().default(0),
  picture: blob("picture", { mode: "buffer" }),
  fetchedAt: integer("fetched_at"),
  failedAt: integer("failed_at"),
}, (table) => [
  uniqueIndex("link_previews_picture").on(table.pictureName).where(sql`picture_name is not null`),
  index("link_previews_size").on(table.fetchedAt, table.size).where(sql`size > 0`),
]);

/** What waits for its words in `message_words`: messages that are new there, or were changed; the later the `id`. */
export const unindexedMessages = sqliteTable("unindexed_messages", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  number: integer("number").notNull().unique(),
});

export const unveilings = sqliteTable("unveilings", {
  messageId: text("message_id").notNull().references(() => messages.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
}, (table) => [
  primaryKey({ columns: [table.messageId, table.userId] }),
  index("unveilings_user").on(table.userId),
]);

export const mentions = sqliteTable("mentions", {
  messageId: text("message_id").notNull().references(() => messages.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  groupId: text("group_id").notNull(),
  seq: integer("seq").notNull(),
}, (table) => [
  primaryKey({ columns: [table.messageId, table.userId] }),
  index("mentions_user").on(table.userId, table.groupId, table.seq),
]);

export const reactions = sqliteTable("reactions", {
  messageId: text("message_id").notNull().references(() => messages.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  emoji: text("emoji").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [
  primaryKey({ columns: [table.messageId, table.emoji, table.userId] }),
  index("reactions_user").on(table.userId),
]);

export const files = sqliteTable("files", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id),
  messageId: text("message_id").references(() => messages.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  type: text("type").notNull(),
  size: integer("size").notNull(),
  /** Of all its chunks, which counts towards the group's quota. */
  storedSize: integer("stored_size").notNull(),
  /** In hexadecimal; null while it is uploaded, and for those of before there was one. */
  hash: text("hash"),
  width: integer("width"),
  height: integer("height"),
  createdAt: integer("created_at").notNull(),
}, (table) => [
  index("files_group").on(table.groupId, table.storedSize),
  index("files_user").on(table.userId, table.groupId),
  index("files_message").on(table.messageId),
  index("files_unused").on(table.createdAt).where(sql`message_id is null`),
]);

export const fileChunks = sqliteTable("file_chunks", {
  fileId: text("file_id").notNull().references(() => files.id, { onDelete: "cascade" }),
  variant: text("variant", { enum: ["original", "preview"] }).notNull(),
  number: integer("number").notNull(),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
}, (table) => [primaryKey({ columns: [table.fileId, table.variant, table.number] })]);

export const notices = sqliteTable("notices", {
  id: text("id").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: noticeKinds }).notNull(),
  text: text("text").notNull(),
  url: text("url").notNull(),
  groupId: text("group_id").references(() => groups.id, { onDelete: "cascade" }),
  seq: integer("seq"),
  /** The id of what it is about. Triggers (migrations `notices` and `reading_together`) delete the notice with that. */
  subject: text("subject"),
  /** The one person who did what it is about, if it was one. */
  actorId: text("actor_id").references(() => users.id, { onDelete: "set null" }),
  createdAt: integer("created_at").notNull(),
  readAt: integer("read_at"),
  /** Unless it is read before; null where it is not mailed, or was. */
  mailAt: integer("mail_at"),
  /** How many things of one kind it tells of at once, since it was last read. */
  count: integer("count").notNull().default(1),
}, (table) => [
  index("notices_user").on(table.userId, table.createdAt),
  index("notices_unread").on(table.userId).where(sql`read_at is null`),
  unique("notices_subject").on(table.userId, table.kind, table.subject),
  index("notices_group").on(table.groupId, table.seq),
  index("notices_membership").on(table.userId, table.groupId),
  index("notices_created").on(table.createdAt),
  index("notices_actor").on(table.actorId).where(sql`actor_id is not null`),
  index("notices_mail").on(table.mailAt).where(sql`mail_at is not null`),
]);

export const pushSubscriptions = sqliteTable("push_subscriptions", {
  endpoint: text("endpoint").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  sessionHash: text("session_hash").notNull().references(() => sessions.hash, { onDelete: "cascade" }),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [
  index("push_subscriptions_user").on(table.userId),
  index("push_subscriptions_session").on(table.sessionHash),
]);

/** Without a row all are wanted. */
export const mailSettings = sqliteTable("mail_settings", {
  userId: text("user_id").primaryKey().references(() => users.id, { onDelete: "cascade" }),
  /** In the links of these mails: it changes these settings without logging in. */
  token: text("token").notNull().unique(),
  mentions: integer("mentions", { mode: "boolean" }).notNull().default(true),
  digest: integer("digest", { mode: "boolean" }).notNull().default(true),
  /** Whether they are reminded of meetings a day before, and an hour before. */
  meetingDay: integer("meeting_day", { mode: "boolean" }).notNull().default(true),
  meetingHour: integer("meeting_hour", { mode: "boolean" }).notNull().default(true),
  mentionsAt: integer("mentions_at"),
  digestAt: integer("digest_at"),
});

export const serviceKeys = sqliteTable("service_keys", {
  name: text("name").primaryKey(),
  value: text("value", { mode: "json" }).$type<Record<string, string>>().notNull(),
});

/** One row for each pair of people in either direction, so that there are never two requests between them. */
export const friendships = sqliteTable("friendships", {
  userA: text("user_a").notNull().references(() => users.id, { onDelete: "cascade" }),
  userB: text("user_b").notNull().references(() => users.id, { onDelete: "cascade" }),
  id: text("id").notNull().unique(),
  requestedBy: text("requested_by").notNull(),
  createdAt: integer("created_at").notNull(),
  acceptedAt: integer("accepted_at"),
}, (table) => [
  primaryKey({ columns: [table.userA, table.userB] }),
  index("friendships_user_b").on(table.userB),
  check("friendships_order", sql`user_a < user_b`),
  check("friendships_requester", sql`requested_by in (user_a, user_b)`),
]);

/** Triggers (migration `people_triggers`) delete those that nothing refers to any more, in the write that ended it. */
export const media = sqliteTable("media", {
  hash: text("hash").notNull(),
  size: integer("size").notNull(),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
}, (table) => [primaryKey({ columns: [table.hash, table.size] })]);

/** Bytes are fetched when first shown; those of the least recently used are deleted when there are too many. */
export const covers = sqliteTable("covers", {
  /** The first 32 hexadecimal digits of the address's SHA-256. */
  key: text("key").primaryKey(),
  url: text("url").notNull(),
  seenAt: integer("seen_at").notNull(),
  usedAt: integer("used_at").notNull().default(0),
  failedAt: integer("failed_at"),
  size: integer("size").notNull().default(0),
  bytes: blob("bytes", { mode: "buffer" }),
}, (table) => [
  index("covers_used").on(table.usedAt, table.size).where(sql`size > 0`),
  index("covers_seen").on(table.seenAt),
]);

export const books = sqliteTable("books", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  title: text("title").notNull(),
  author: text("author"),
  description: text("description"),
  coverKey: text("cover_key").references(() => covers.key, { onDelete: "set null" }),
  pageCount: integer("page_count").notNull(),
  publishedDate: text("published_date"),
  publisher: text("publisher"),
  categories: text("categories", { mode: "json" }).$type<string[]>().notNull(),
  language: text("language"),
  isbn: text("isbn"),
  googleBooksId: text("google_books_id"),
  addedBy: text("added_by").references(() => users.id, { onDelete: "set null" }),
  createdAt: integer("created_at").notNull(),
  /** An organizer can bring it back within 30 days. 0: what was in it is deleted, but for its readers' notes. */
  removedAt: integer("removed_at"),
  state: text("state", { enum: bookStates }).notNull().default("now"),
  /** Its place among those of its state, from 0; those with the same place stand latest first. */
  position: integer("shelf_position").notNull().default(0),
}, (table) => [
  index("books_removed").on(table.removedAt).where(sql`removed_at is not null`),
  unique("books_google_books_id").on(table.groupId, table.googleBooksId),
  unique("books_isbn").on(table.groupId, table.isbn),
  index("books_added_by").on(table.addedBy),
  index("books_cover").on(table.coverKey).where(sql`cover_key is not null`),
]);

export const progress = sqliteTable("progress", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  currentPage: integer("current_page").notNull(),
  /** Rises with every change, even within one millisecond. */
  readAt: integer("read_at").notNull(),
  /** The page as a position (`contract/reading/positions.ts`), exact in the reader's own copy. */
  position: integer("position").notNull().default(0),
  /** The furthest so far, but for turns that were taken back: what is tied to a page up to it is shown. */
  reached: integer("reached").notNull().default(0),
  /** The furthest before the turn that reached it, and when that was: turning back soon takes it back. */
  openedFrom: integer("opened_from").notNull().default(0),
  openedAt: integer("opened_at").notNull().default(0),
  /** Up to where the reader has looked at what others wrote on the pages that were opened. */
  openedSeen: integer("opened_seen").notNull().default(0),
  finishedAt: integer("finished_at"),
  /** The place in the text of the book that they were at, exactly; null where the last turn was by a page. */
  textPlace: integer("text_place"),
}, (table) => [primaryKey({ columns: [table.bookId, table.userId] }), index("progress_user").on(table.userId)]);

/** Copies that readers have, one row for each kind. One of the unit `characters` is the book's text (books/texts.ts). */
export const editions = sqliteTable("editions", {
  id: text("id").primaryKey(),
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  unit: text("unit", { enum: copyUnits }).notNull(),
  pageCount: integer("page_count").notNull(),
  /** Pages with their positions, both rising, from chapters that are known in both; null where there are none. */
  points: text("points", { mode: "json" }).$type<Point[]>(),
}, (table) => [unique("editions_kind").on(table.bookId, table.unit, table.pageCount)]);

export const editionChapters = sqliteTable("edition_chapters", {
  editionId: text("edition_id").notNull().references(() => editions.id, { onDelete: "cascade" }),
  title: text("title").notNull(),
  page: integer("page").notNull(),
}, (table) => [primaryKey({ columns: [table.editionId, table.title] })]);

/** Only within the write that moves positions: joined by its key, that takes no longer. */
export const positionMoves = sqliteTable("position_moves", {
  editionId: text("edition_id").notNull(),
  fromPosition: integer("from_position").notNull(),
  toPosition: integer("to_position").notNull(),
  page: integer("page").notNull(),
}, (table) => [primaryKey({ columns: [table.editionId, table.fromPosition] })]);

export const chapters = sqliteTable("chapters", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  number: integer("number").notNull(),
  title: text("title").notNull(),
  page: integer("page").notNull(),
}, (table) => [primaryKey({ columns: [table.bookId, table.number] })]);

export const readerSettings = sqliteTable("reader_settings", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  editionId: text("edition_id").references(() => editions.id, { onDelete: "set null" }),
  /** Whether the group sees the page that they are on; null until they have decided, and it does not. */
  sharesPage: integer("shares_page", { mode: "boolean" }),
  remindedAt: integer("reminded_at"),
}, (table) => [
  primaryKey({ columns: [table.bookId, table.userId] }),
  index("reader_settings_user").on(table.userId),
  index("reader_settings_edition").on(table.editionId),
]);

export const plans = sqliteTable("plans", {
  bookId: text("book_id").primaryKey().references(() => books.id, { onDelete: "cascade" }),
  startsOn: text("starts_on").notNull(),
  targetOn: text("target_on").notNull(),
  /** 0 is Sunday. */
  days: text("days", { mode: "json" }).$type<number[]>().notNull(),
  createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
  createdAt: integer("created_at").notNull(),
}, (table) => [index("plans_created_by").on(table.createdBy)]);

export const notes = sqliteTable("notes", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  pageNumber: integer("page_number").notNull(),
  content: text("content").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** A trigger fills it in for the version before. */
  id: text("id"),
  sharedAt: integer("shared_at"),
  form: text("form"),
}, (table) => [
  primaryKey({ columns: [table.bookId, table.userId, table.pageNumber] }),
  index("notes_user").on(table.userId, table.updatedAt),
  uniqueIndex("notes_id").on(table.id),
  index("notes_shared").on(table.bookId, table.pageNumber).where(sql`shared_at is not null`),
]);

export const noteAnswers = sqliteTable("note_answers", {
  id: text("id").primaryKey(),
  noteId: text("note_id").notNull().references(() => notes.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  content: text("content").notNull(),
  createdAt: integer("created_at").notNull(),
  form: text("form"),
}, (table) => [
  index("note_answers_note").on(table.noteId, table.createdAt),
  index("note_answers_user").on(table.userId),
]);

export const questions = sqliteTable("questions", {
  id: text("id").primaryKey(),
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  position: integer("position").notNull(),
  editionId: text("edition_id"),
  question: text("question").notNull(),
  createdAt: integer("created_at").notNull(),
  form: text("form"),
}, (table) => [index("questions_book").on(table.bookId, table.position), index("questions_user").on(table.userId)]);

export const answers = sqliteTable("answers", {
  questionId: text("question_id").notNull().references(() => questions.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  content: text("content").notNull(),
  firstContent: text("first_content").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  form: text("form"),
}, (table) => [primaryKey({ columns: [table.questionId, table.userId] }), index("answers_user").on(table.userId)]);

/** It stays when the book's group is deleted. */
export const readingDays = sqliteTable("reading_days", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** `YYYY-MM-DD` in the reader's time zone. */
  day: text("day").notNull(),
  bookId: text("book_id").notNull(),
  /** In the pages of their copy, with fractions; in the book's own where the copy has none. */
  pages: real("pages").notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.day, table.bookId] })]);

/** Imported books, and those that somebody has finished in a group. */
export const readingList = sqliteTable("library", {
  id: text("id").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** See `readingListKey`: an import that is repeated adds nothing. */
  key: text("key").notNull(),
  title: text("title").notNull(),
  author: text("author"),
  isbn: text("isbn"),
  pageCount: integer("page_count"),
  status: text("status", { enum: readingStatuses }).notNull(),
  startedOn: text("started_on"),
  finishedOn: text("finished_on"),
  /** From 0 to 5, in quarters; null for none. */
  rating: real("rating"),
  createdAt: integer("created_at").notNull(),
  /** Of a book that they read outside a group; null until they have turned a page. */
  currentPage: integer("current_page"),
}, (table) => [
  unique("library_key").on(table.userId, table.key),
  index("library_finished").on(table.userId, table.finishedOn),
  // Of versions that did not hash them.
  index("library_long_keys").on(table.id).where(sql`length(key) > 64`),
]);

export const bookInterests = sqliteTable("book_interests", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
}, (table) => [primaryKey({ columns: [table.bookId, table.userId] }), index("book_interests_user").on(table.userId)]);

export const polls = sqliteTable("polls", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  question: text("question").notNull(),
  kind: text("kind", { enum: pollKinds }).notNull(),
  /** Whether it is never shown what each member has chosen. */
  isSecret: integer("is_secret", { mode: "boolean" }).notNull().default(false),
  createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
  createdAt: integer("created_at").notNull(),
  closesAt: integer("closes_at"),
  closedAt: integer("closed_at"),
  /** An option of it, decided when it is closed; null for a tie, and where nobody has voted. */
  winnerId: text("winner_id"),
}, (table) => [
  index("polls_group").on(table.groupId, table.createdAt),
  index("polls_created_by").on(table.createdBy),
  index("polls_due").on(table.closesAt).where(sql`closes_at is not null and closed_at is null`),
]);

export const pollOptions = sqliteTable("poll_options", {
  id: text("id").primaryKey(),
  pollId: text("poll_id").notNull().references(() => polls.id, { onDelete: "cascade" }),
  number: integer("number").notNull(),
  text: text("text").notNull(),
  bookId: text("book_id").references(() => books.id, { onDelete: "set null" }),
}, (table) => [
  unique("poll_options_number").on(table.pollId, table.number),
  index("poll_options_book").on(table.bookId).where(sql`book_id is not null`),
]);

export const pollVotes = sqliteTable("poll_votes", {
  pollId: text("poll_id").notNull().references(() => polls.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  optionId: text("option_id").notNull().references(() => pollOptions.id, { onDelete: "cascade" }),
  /** From 0, the first choice; 0 where the options are not ranked. */
  rank: integer("rank").notNull().default(0),
}, (table) => [
  primaryKey({ columns: [table.pollId, table.userId, table.optionId] }),
  index("poll_votes_user").on(table.userId),
  index("poll_votes_option").on(table.optionId, table.rank, table.userId),
]);

/** A repeating one is one row: its times are those of the first. */
export const meetings = sqliteTable("meetings", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  title: text("title").notNull(),
  startsAt: integer("starts_at").notNull(),
  endsAt: integer("ends_at").notNull(),
  timeZone: text("time_zone").notNull(),
  place: text("place"),
  url: text("url"),
  bookId: text("book_id").references(() => books.id, { onDelete: "set null" }),
  /** Up to where to have read, as a position (`contract/reading/positions.ts`). */
  upTo: integer("up_to"),
  repeats: text("repeats", { enum: repeats }),
  /** Of its calendar entry (RFC 5545, SEQUENCE): rises with every change. */
  sequence: integer("sequence").notNull().default(0),
  createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  cancelledAt: integer("cancelled_at"),
  /** From when on its next reminder is due; null once there is none any more. */
  remindAt: integer("remind_at"),
}, (table) => [
  index("meetings_group").on(table.groupId, table.startsAt),
  index("meetings_created_by").on(table.createdBy),
  index("meetings_book").on(table.bookId).where(sql`book_id is not null`),
  index("meetings_remind").on(table.remindAt).where(sql`remind_at is not null`),
  index("meetings_going_on").on(table.groupId).where(sql`repeats is not null and cancelled_at is null`),
]);

/** Of one that repeats, a date that was moved, changed or cancelled: its content in place of that of the series. */
export const meetingDates = sqliteTable("meeting_dates", {
  meetingId: text("meeting_id").notNull().references(() => meetings.id, { onDelete: "cascade" }),
  /** When the series would have it start (RFC 5545, RECURRENCE-ID). */
  date: integer("date").notNull(),
  startsAt: integer("starts_at").notNull(),
  endsAt: integer("ends_at").notNull(),
  place: text("place"),
  url: text("url"),
  bookId: text("book_id").references(() => books.id, { onDelete: "set null" }),
  upTo: integer("up_to"),
  cancelledAt: integer("cancelled_at"),
  /** Of its own calendar entry: rises with every change. */
  sequence: integer("sequence").notNull().default(0),
  updatedAt: integer("updated_at").notNull(),
}, (table) => [
  primaryKey({ columns: [table.meetingId, table.date] }),
  index("meeting_dates_book").on(table.bookId).where(sql`book_id is not null`),
]);

export const meetingReplies = sqliteTable("meeting_replies", {
  meetingId: text("meeting_id").notNull().references(() => meetings.id, { onDelete: "cascade" }),
  /** Of a repeating one, the date that is meant, also where it is moved; else the time of its row. */
  startsAt: integer("starts_at").notNull(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  reply: text("reply", { enum: replyKinds }).notNull(),
  repliedAt: integer("replied_at").notNull(),
}, (table) => [
  primaryKey({ columns: [table.meetingId, table.startsAt, table.userId] }),
  index("meeting_replies_user").on(table.userId),
]);

/** Private addresses of calendars: without a row there is none. */
export const calendars = sqliteTable("calendars", {
  userId: text("user_id").primaryKey().references(() => users.id, { onDelete: "cascade" }),
  token: text("token").notNull().unique(),
  createdAt: integer("created_at").notNull(),
});

/** Of members who wrote in a thread, or follow it. */
export const threadReads = sqliteTable("thread_reads", {
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  threadSeq: integer("thread_seq").notNull(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  lastReadSeq: integer("last_read_seq").notNull(),
}, (table) => [
  primaryKey({ columns: [table.groupId, table.threadSeq, table.userId] }),
  index("thread_reads_user").on(table.userId, table.groupId),
]);

/** Shown to members who have finished the book. */
export const reviews = sqliteTable("reviews", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** From 0.5 to 5, in halves; null for none. */
  stars: real("stars"),
  text: text("text").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  form: text("form"),
}, (table) => [primaryKey({ columns: [table.bookId, table.userId] }), index("reviews_user").on(table.userId)]);

export const readingGoals = sqliteTable("reading_goals", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  year: integer("year").notNull(),
  books: integer("books").notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.year] })]);

/**
 * Highlights that were imported into notes, by the SHA-256 of what they are: a file that is read again adds nothing.
 */
export const importedHighlights = sqliteTable("imported_highlights", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  hash: text("hash").notNull(),
}, (table) => [
  primaryKey({ columns: [table.bookId, table.userId, table.hash] }),
  index("imported_highlights_user").on(table.userId),
]);

/** Of people who asked to join a listed group and wait for an answer, or were declined. */
export const joinRequests = sqliteTable("join_requests", {
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  text: text("text"),
  createdAt: integer("created_at").notNull(),
  declinedAt: integer("declined_at"),
}, (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index("join_requests_user").on(table.userId)]);

export const timers = sqliteTable("timers", {
  groupId: text("group_id").primaryKey().references(() => groups.id, { onDelete: "cascade" }),
  startedBy: text("started_by").notNull().references(() => users.id, { onDelete: "cascade" }),
  startedAt: integer("started_at").notNull(),
  endsAt: integer("ends_at").notNull(),
}, (table) => [index("timers_started_by").on(table.startedBy)]);

export const timerReaders = sqliteTable("timer_readers", {
  groupId: text("group_id").notNull().references(() => timers.groupId, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  joinedAt: integer("joined_at").notNull(),
  pages: real("pages").notNull().default(0),
}, (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index("timer_readers_user").on(table.userId)]);

/** Triggers (migration `books_search`) maintain the FTS5 index `catalogue_words` of it. */
export const catalogue = sqliteTable("catalogue", {
  number: integer("number").primaryKey(),
  /** The ISBN-13, the Open Library key, or title, author, publisher and date. */
  key: text("key").notNull().unique(),
  source: text("source", { enum: ["shelf", "import"] }).notNull(),
  title: text("title").notNull(),
  author: text("author"),
  description: text("description"),
  pageCount: integer("page_count"),
  publishedDate: text("published_date"),
  publisher: text("publisher"),
  categories: text("categories", { mode: "json" }).$type<string[]>().notNull(),
  language: text("language"),
  isbn: text("isbn"),
  googleBooksId: text("google_books_id"),
  titleWords: text("title_words").notNull(),
  authorWords: text("author_words").notNull(),
  subjectWords: text("subject_words").notNull(),
}, (table) => [index("catalogue_isbn").on(table.isbn).where(sql`isbn is not null`)]);

/** From an Open Library dump, where books name their authors by key. */
export const catalogueAuthors = sqliteTable("catalogue_authors", {
  key: text("key").primaryKey(),
  name: text("name").notNull(),
});

export const imports = sqliteTable("imports", {
  /** Of a file by its size, modification time and first bytes; of the starter shelf by its whole content. */
  fingerprint: text("fingerprint").primaryKey(),
  name: text("name").notNull(),
  lines: integer("lines").notNull(),
  counts: text("counts", { mode: "json" }).$type<Record<string, number>>().notNull(),
  finishedAt: integer("finished_at"),
});

export const searches = sqliteTable("searches", {
  source: text("source").notNull(),
  query: text("query").notNull(),
  results: text("results", { mode: "json" }).$type<BookResult[]>().notNull(),
  answeredAt: integer("answered_at").notNull(),
}, (table) => [
  primaryKey({ columns: [table.source, table.query] }),
  index("searches_answered").on(table.answeredAt),
]);

/** So that every instance can serve those of the versions before and after its own. */
export const assets = sqliteTable("assets", {
  name: text("name").primaryKey(),
  content: blob("content", { mode: "buffer" }).notNull(),
  storedAt: integer("stored_at").notNull(),
});

/** The text of an EPUB, stored once for all books of all groups that have the same file. */
export const texts = sqliteTable("texts", {
  /** SHA-256 of the file, in hexadecimal. */
  hash: text("hash").primaryKey(),
  state: text("state", { enum: textStates }).notNull(),
  /** Why it could not be read, as it is shown. */
  problem: text("problem"),
  /** While it is read in: a process that has not finished by then has ended. */
  readUntil: integer("read_until"),
  title: text("title").notNull().default(""),
  /** BCP 47, as the file has it. */
  language: text("language"),
  /** UTF-16 code units of all blocks, each with one more for its end. */
  characters: integer("characters").notNull().default(0),
  sections: text("sections", { mode: "json" }).$type<Section[]>().notNull().default([]),
  /** Where the pages of a print begin; null where the file does not say. */
  printPages: text("print_pages", { mode: "json" }).$type<PrintPage[]>(),
  /** Of its parts and pictures, which counts in each group that has it. */
  storedBytes: integer("stored_bytes").notNull().default(0),
  createdAt: integer("created_at").notNull(),
});

/** What is shown at once of a text. Places are from 0 to 10⁹, by characters (`contract/reading/positions.ts`). */
export const textParts = sqliteTable("text_parts", {
  hash: text("hash").notNull().references(() => texts.hash, { onDelete: "cascade" }),
  number: integer("number").notNull(),
  fromPlace: integer("from_place").notNull(),
  /** The first place after it. */
  toPlace: integer("to_place").notNull(),
  /** Safe, as `library/epub` writes it: blocks with ids `c` and the number of characters before each. */
  html: text("html").notNull(),
  /** The text of its blocks, with a line feed after each: as many characters as there are places counted by. */
  plain: text("plain").notNull(),
}, (table) => [
  primaryKey({ columns: [table.hash, table.number] }),
  index("text_parts_place").on(table.hash, table.fromPlace),
]);

export const textPictures = sqliteTable("text_pictures", {
  hash: text("hash").notNull().references(() => texts.hash, { onDelete: "cascade" }),
  number: integer("number").notNull(),
  /** WebP. */
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
}, (table) => [primaryKey({ columns: [table.hash, table.number] })]);

export const bookTexts = sqliteTable("book_texts", {
  bookId: text("book_id").primaryKey().references(() => books.id, { onDelete: "cascade" }),
  hash: text("hash").notNull().references(() => texts.hash),
  addedBy: text("added_by").references(() => users.id, { onDelete: "set null" }),
  addedAt: integer("added_at").notNull(),
}, (table) => [
  index("book_texts_hash").on(table.hash),
  index("book_texts_added_by").on(table.addedBy),
]);

/** Of a text. Where a book's text is replaced they are found again by their words (W3C's TextQuoteSelector). */
export const highlights = sqliteTable("highlights", {
  id: text("id").primaryKey(),
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** The text that the places are of. */
  hash: text("hash").notNull(),
  fromPlace: integer("from_place").notNull(),
  toPlace: integer("to_place").notNull(),
  exact: text("exact").notNull(),
  prefix: text("prefix").notNull(),
  suffix: text("suffix").notNull(),
  color: text("color", { enum: highlightColors }).notNull(),
  note: text("note").notNull().default(""),
  sharedAt: integer("shared_at"),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
  /** Since when its words are not found in the book's text. */
  lostAt: integer("lost_at"),
  /** Of the note. */
  form: text("form"),
}, (table) => [
  index("highlights_place").on(table.bookId, table.fromPlace),
  index("highlights_own").on(table.userId, table.bookId, table.fromPlace),
  index("highlights_user").on(table.userId, table.updatedAt),
  index("highlights_shared").on(
    table.bookId,
    table.hash,
    table.toPlace,
    table.userId,
    table.fromPlace,
    table.color,
    table.id,
  )
    .where(sql`shared_at is not null and lost_at is null`),
]);

export const highlightAnswers = sqliteTable("highlight_answers", {
  id: text("id").primaryKey(),
  highlightId: text("highlight_id").notNull().references(() => highlights.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  content: text("content").notNull(),
  createdAt: integer("created_at").notNull(),
  form: text("form"),
}, (table) => [
  index("highlight_answers_highlight").on(table.highlightId, table.createdAt),
  index("highlight_answers_user").on(table.userId),
]);
