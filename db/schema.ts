/** The tables. Unique indexes and foreign keys enforce rules; times are milliseconds since the epoch. */
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
import type { BookResult } from "../server/contract/books/books.ts";
import { notifyLevels } from "../server/contract/groups/groups.ts";
import { noticeKinds } from "../server/contract/notices/notices.ts";
import { editionUnits, type Point } from "../server/contract/reading/positions.ts";
import { libraryStatuses } from "../server/contract/reading/reading_log.ts";
import { dayCountNames } from "../server/contract/operator/numbers.ts";
import { reportDecisions, reportKinds, type ReportSnapshot } from "../server/contract/people/reports.ts";
import { ticketKinds } from "../server/contract/account/tickets.ts";

export const users = sqliteTable("users", {
  id: text("id").primaryKey(),
  username: text("username").notNull().unique(),
  /** Trimmed and in lower case, so that addresses compare without case. */
  email: text("email").notNull().unique(),
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
  /** When the account is deleted unless its address is verified; null where it stays. */
  verifyBy: integer("verify_by"),
  createdAt: integer("created_at").notNull(),
  /** Whether those who share no group and no friendship with them see the address. */
  emailVisible: integer("email_visible", { mode: "boolean" }).notNull().default(true),
  /** When they last did something, to the hour. */
  lastSeenAt: integer("last_seen_at"),
  /** Since when an operator lets them in no more. */
  disabledAt: integer("disabled_at"),
  /** When the account is deleted, as its owner wishes; null where it stays. */
  deletesAt: integer("deletes_at"),
  /**
   * When it was deleted: what is left is a row without a person, to which their messages belong. Triggers (migration
   * `doors_and_keys`) keep whatever was under way from changing it, and from storing anything else of them.
   */
  deletedAt: integer("deleted_at"),
  /**
   * The invite link by which they registered: with the address verified they are in its group. Null once they have joined
   * by it, which counts as a use of it; until then they have one of its places.
   */
  inviteId: text("invite_id").references((): AnySQLiteColumn => invites.id, { onDelete: "set null" }),
  /** Since when they are known to operate the site: from then on they have some days to set up a second step. */
  operatesSince: integer("operates_since"),
}, (table) => [
  index("users_invite").on(table.inviteId).where(sql`invite_id is not null`),
  index("users_verify_by").on(table.verifyBy).where(sql`verify_by is not null`),
  index("users_deletes_at").on(table.deletesAt).where(sql`deletes_at is not null`),
  index("users_profile_image").on(table.profileImage).where(sql`profile_image is not null`),
]);

/**
 * The number of a user in the search indexes `user_words` and `user_parts`. Those are FTS5 tables that
 * triggers on `users` maintain (migration `people_triggers`); a row's own number would not survive a VACUUM.
 */
export const userNumbers = sqliteTable("user_numbers", {
  number: integer("number").primaryKey(),
  userId: text("user_id").notNull().unique().references(() => users.id, { onDelete: "cascade" }),
});

/**
 * How many bytes each account stores: what it wrote, and what the groups that it made hold. Triggers (migration
 * `account_storage`) count with every write, whoever makes it: each message, note, answer, question and book of a list
 * is its texts and 500 bytes more for its row and indexes, a reaction 200. A table of its own without row numbers: an
 * update for each message writes a small row.
 */
export const accountStorage = sqliteTable("account_storage", {
  userId: text("user_id").primaryKey().references(() => users.id, { onDelete: "cascade" }),
  bytes: integer("bytes").notNull().default(0),
});

export const sessions = sqliteTable("sessions", {
  /** SHA-256 of the token, so that a stolen database opens no session. */
  hash: text("hash").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  /** By which its owner names it: never null, as a trigger fills it in for the version before. */
  id: text("id"),
  /** To the hour. */
  lastSeenAt: integer("last_seen_at"),
  /** The `User-Agent` it was started with, and the network address; null where they are not known. */
  device: text("device"),
  address: text("address"),
  /** When its owner last proved within it who they are; null where they did so only by signing in. */
  provenAt: integer("proven_at"),
  /** Whether that was two things: a code after the password, or a passkey. */
  isTwoStep: integer("two_step", { mode: "boolean" }).notNull().default(false),
}, (table) => [
  index("sessions_user").on(table.userId),
  index("sessions_expiry").on(table.expiresAt),
  uniqueIndex("sessions_id").on(table.id),
]);

/** Browsers in which somebody has signed in: others' wrong guesses do not count there, and nobody is told of the next time. */
export const knownBrowsers = sqliteTable("known_browsers", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** SHA-256 of the user's id and the token in the browser's cookie: two accounts in one browser have nothing in common. */
  hash: text("hash").notNull(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at").notNull(),
}, (table) => [
  primaryKey({ columns: [table.userId, table.hash] }),
  index("known_browsers_last_used").on(table.lastUsedAt),
]);

/** Links sent by mail, which prove that the mailbox is the user's. */
export const links = sqliteTable("links", {
  /** SHA-256 of the token. */
  hash: text("hash").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: ["verify", "reset", "email"] }).notNull(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
  /** The address that it was mailed to, where it is to become the user's. */
  email: text("email"),
}, (table) => [
  index("links_user").on(table.userId, table.kind),
  index("links_expiry").on(table.expiresAt),
]);

/** What a caller proves next, within minutes and once: challenges of passkeys, second steps, sign-ins elsewhere. */
export const tickets = sqliteTable("tickets", {
  /** SHA-256 of the token. */
  hash: text("hash").primaryKey(),
  kind: text("kind", { enum: ticketKinds }).notNull(),
  /** Whose it is; null where that is to be proven. */
  userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
  data: text("data", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  expiresAt: integer("expires_at").notNull(),
}, (table) => [index("tickets_user").on(table.userId), index("tickets_expiry").on(table.expiresAt)]);

/** Public keys by which people sign in without a password (WebAuthn). */
export const passkeys = sqliteTable("passkeys", {
  /** The credential's id, in base64url. */
  id: text("id").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  publicKey: blob("public_key", { mode: "buffer" }).notNull(),
  /** How often it has signed, where the authenticator counts: never less than before. */
  counter: integer("counter").notNull(),
  transports: text("transports", { mode: "json" }).$type<string[]>().notNull(),
  createdAt: integer("created_at").notNull(),
  lastUsedAt: integer("last_used_at"),
}, (table) => [index("passkeys_user").on(table.userId)]);

/** Codes of an app (RFC 6238) as a second step after the password. */
export const totps = sqliteTable("totps", {
  userId: text("user_id").primaryKey().references(() => users.id, { onDelete: "cascade" }),
  /** In base32. */
  secret: text("secret").notNull(),
  createdAt: integer("created_at").notNull(),
  /** When a first code proved that the app has it; until then no login asks for one. */
  confirmedAt: integer("confirmed_at"),
  /** The time step of the last code: each is taken once. */
  lastStep: integer("last_step").notNull().default(0),
});

/** Codes that replace one of the app, each once. */
export const recoveryCodes = sqliteTable("recovery_codes", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** SHA-256 of the code. */
  hash: text("hash").notNull(),
  usedAt: integer("used_at"),
}, (table) => [primaryKey({ columns: [table.userId, table.hash] })]);

/** Accounts elsewhere by which people sign in here (OpenID Connect). */
export const identities = sqliteTable("identities", {
  issuer: text("issuer").notNull(),
  /** Of the account, at its issuer. */
  subject: text("subject").notNull(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
}, (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index("identities_user").on(table.userId)]);

/** The mail queue. A sent mail is deleted; one that is stored to be read has neither `dueAt` nor `failedAt`. */
export const mails = sqliteTable("mails", {
  id: text("id").primaryKey(),
  recipient: text("recipient").notNull(),
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  html: text("html").notNull(),
  createdAt: integer("created_at").notNull(),
  attempts: integer("attempts").notNull().default(0),
  /** When to try next; null where there is no further try. */
  dueAt: integer("due_at"),
  /** Until when it is an instance's alone to send; null, or past, while nobody sends it. */
  claimedUntil: integer("claimed_until"),
  /** When it was given up. */
  failedAt: integer("failed_at"),
  /** Where a mail program unsubscribes its reader from such mails with one click; null where they cannot be refused. */
  unsubscribeUrl: text("unsubscribe_url"),
}, (table) => [
  index("mails_due").on(table.dueAt, table.claimedUntil),
  index("mails_created").on(table.createdAt),
  index("mails_recipient").on(table.recipient),
]);

export const groups = sqliteTable("groups", {
  id: text("id").primaryKey(),
  groupName: text("group_name").notNull(),
  description: text("description"),
  image: text("image"),
  createdBy: text("created_by").notNull().references(() => users.id),
  createdAt: integer("created_at").notNull(),
  /** When something last happened in it, by which the dashboard sorts. 0 once it is deleted, until its contents are. */
  activeAt: integer("active_at").notNull(),
  /** Of its files, books and their tables of contents, which count for who made it (see `accountStorage`). */
  storedBytes: integer("stored_bytes").notNull().default(0),
}, (table) => [
  index("groups_creator").on(table.createdBy),
  index("groups_image").on(table.image).where(sql`image is not null`),
  index("groups_deleted").on(table.id).where(sql`active_at = 0`),
]);

export const members = sqliteTable("members", {
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  joinedAt: integer("joined_at").notNull(),
  /** The creator of the group is one by `groups.created_by`, whatever stands here. */
  role: text("role", { enum: ["organizer", "member"] }).notNull().default("member"),
  /** The `seq` up to which the member has read. */
  lastReadSeq: integer("last_read_seq").notNull().default(0),
  /** Which messages make notices. */
  notify: text("notify", { enum: notifyLevels }).notNull().default("all"),
  /** The `seq` up to which their browsers were sent that there are new messages: once, while one of them is unread. */
  pushedSeq: integer("pushed_seq").notNull().default(0),
}, (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index("members_user").on(table.userId)]);

/** Links by which people join a group. */
export const invites = sqliteTable("invites", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  /** SHA-256 of the token. */
  hash: text("hash").notNull().unique(),
  createdBy: text("created_by").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  /** How many people may join by it; null for any number. */
  maxUses: integer("max_uses"),
  uses: integer("uses").notNull().default(0),
  revokedAt: integer("revoked_at"),
}, (table) => [
  index("invites_group").on(table.groupId),
  index("invites_created_by").on(table.createdBy),
  index("invites_expiry").on(table.expiresAt),
]);

/** Invitations into a group by email address, whether or not somebody has an account with it. */
export const invitations = sqliteTable("invitations", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  /** As in `users`: where the account that has it changes its address, it follows. */
  email: text("email").notNull(),
  /** The address that was invited: who invited sees no other, which may be hidden. */
  typedEmail: text("typed_email").notNull(),
  /** SHA-256 of the token of the mailed link; null where none was mailed. */
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

/** Who never wants to be invited into a group again. */
export const invitationRefusals = sqliteTable("invitation_refusals", {
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  email: text("email").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [primaryKey({ columns: [table.groupId, table.email] }), index("invitation_refusals_of").on(table.email)]);

/** Whom somebody wants nothing to do with. */
export const blocks = sqliteTable("blocks", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  blockedId: text("blocked_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  createdAt: integer("created_at").notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.blockedId] }), index("blocks_blocked").on(table.blockedId)]);

/** What people report to the operators. */
export const reports = sqliteTable("reports", {
  id: text("id").primaryKey(),
  /** Null once their account is deleted. */
  reporterId: text("reporter_id").references(() => users.id, { onDelete: "set null" }),
  kind: text("kind", { enum: reportKinds }).notNull(),
  /** The id of the message, the user or the group. */
  subjectId: text("subject_id").notNull(),
  /** Of a message: its group. */
  groupId: text("group_id"),
  /** Whom it is about: the author, the user, or who made the group. */
  userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
  reason: text("reason").notNull(),
  /** What it was at the time, so that it can be judged after it is changed or gone; emptied long after the decision. */
  snapshot: text("snapshot", { mode: "json" }).$type<ReportSnapshot>().notNull(),
  createdAt: integer("created_at").notNull(),
  decidedAt: integer("decided_at"),
  decision: text("decision", { enum: reportDecisions }),
  /** What the operators wrote to the reporter; null for nothing. */
  note: text("note"),
}, (table) => [
  index("reports_open").on(table.createdAt, table.id).where(sql`decided_at is null`),
  index("reports_decided").on(table.createdAt, table.id).where(sql`decided_at is not null`),
  index("reports_to_empty").on(table.decidedAt)
    .where(sql`decided_at is not null and snapshot <> '{"title":"","text":null,"context":[]}'`),
  index("reports_reporter").on(table.reporterId),
  index("reports_user").on(table.userId),
]);

/** Every act of an operator. Triggers refuse to change or delete a row. */
export const auditLog = sqliteTable("audit_log", {
  id: text("id").primaryKey(),
  at: integer("at").notNull(),
  /** The operator's address, or the task that did it. */
  operator: text("operator").notNull(),
  act: text("act").notNull(),
  /** Whom or what it was done to, by id and in words. */
  subjectId: text("subject_id"),
  subject: text("subject").notNull(),
  /** The reason or the outcome; null for none. */
  detail: text("detail"),
}, (table) => [index("audit_log_at").on(table.at)]);

/** What everybody reads on top of every page: one row at most. */
export const announcements = sqliteTable("announcements", {
  id: integer("id").primaryKey(),
  text: text("text").notNull(),
  endsAt: integer("ends_at").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [check("announcements_one", sql`${table.id} = 1`)]);

/** How much of what happened on a day, for the operators' charts. */
export const dayCounts = sqliteTable("day_counts", {
  /** `YYYY-MM-DD` in UTC. */
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
  /** Empty once it is deleted. */
  content: text("content").notNull(),
  /** Chosen by the sender's client: sent again with the same one it is the same message. */
  clientId: text("client_id"),
  createdAt: integer("created_at").notNull(),
  /** Rises by one in each group with every new message and every change of one; of the last change of this one. */
  rev: integer("rev").notNull().default(0),
  /** The `seq` of the message that it replies to. */
  replyToSeq: integer("reply_to_seq"),
  editedAt: integer("edited_at"),
  deletedAt: integer("deleted_at"),
  pinnedAt: integer("pinned_at"),
  /**
   * Of its author, group, the message it replies to, and its text, by which one that is sent twice is found; null where
   * it has files.
   */
  fingerprint: integer("fingerprint"),
  /** Its number in the search index `message_words`; null until it is indexed. */
  number: integer("number"),
  /** The book of the page that it is tied to; null for most. */
  anchorBookId: text("anchor_book_id"),
  /** Where in that book, as a position (`contract/positions.ts`). */
  anchorPosition: integer("anchor_position"),
  /** The edition that its author gave the page in; null for the book's own pages. */
  anchorEditionId: text("anchor_edition_id"),
}, (table) => [
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

/** Who asked to see a message before they have read as far as the page that it is tied to. */
export const unveilings = sqliteTable("unveilings", {
  messageId: text("message_id").notNull().references(() => messages.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
}, (table) => [
  primaryKey({ columns: [table.messageId, table.userId] }),
  index("unveilings_user").on(table.userId),
]);

/** Who is mentioned in which message. */
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

/** Uploaded files: of a message, or for a day waiting to be sent with one. */
export const files = sqliteTable("files", {
  id: text("id").primaryKey(),
  groupId: text("group_id").notNull().references(() => groups.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id),
  messageId: text("message_id").references(() => messages.id, { onDelete: "cascade" }),
  name: text("name").notNull(),
  /** Media type, by its content. */
  type: text("type").notNull(),
  /** Of the file itself, in bytes. */
  size: integer("size").notNull(),
  /** Of all its chunks, which counts towards the group's quota. */
  storedSize: integer("stored_size").notNull(),
  /** SHA-256 of the file itself, in hexadecimal; null while it is uploaded, and for those of before there was one. */
  hash: text("hash"),
  /** Of a picture, in pixels. */
  width: integer("width"),
  height: integer("height"),
  createdAt: integer("created_at").notNull(),
}, (table) => [
  index("files_group").on(table.groupId, table.storedSize),
  index("files_user").on(table.userId, table.groupId),
  index("files_message").on(table.messageId),
  index("files_unused").on(table.createdAt).where(sql`message_id is null`),
]);

/** The bytes of files, in parts that are small enough to be streamed. */
export const fileChunks = sqliteTable("file_chunks", {
  fileId: text("file_id").notNull().references(() => files.id, { onDelete: "cascade" }),
  variant: text("variant", { enum: ["original", "preview"] }).notNull(),
  /** Counts up from 0. */
  number: integer("number").notNull(),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
}, (table) => [primaryKey({ columns: [table.fileId, table.variant, table.number] })]);

/** What somebody was notified of, for 90 days. */
export const notices = sqliteTable("notices", {
  id: text("id").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  kind: text("kind", { enum: noticeKinds }).notNull(),
  text: text("text").notNull(),
  /** A path of this service. */
  url: text("url").notNull(),
  /** The group and the `seq` of the message that it is about: reading that marks it as read. */
  groupId: text("group_id").references(() => groups.id, { onDelete: "cascade" }),
  seq: integer("seq"),
  /**
   * The id of the message, friend request, group or book that it is about: a user has one such notice. Triggers
   * (migrations `notices` and `reading_together`) delete what is about a friend request that was answered or a
   * friendship that ended, a message or an answer to a note that was deleted, or a group that its user has left.
   */
  subject: text("subject"),
  createdAt: integer("created_at").notNull(),
  readAt: integer("read_at"),
  /** When it is mailed unless it is read before; null where it is not, or was. */
  mailAt: integer("mail_at"),
}, (table) => [
  index("notices_user").on(table.userId, table.createdAt),
  index("notices_unread").on(table.userId).where(sql`read_at is null`),
  unique("notices_subject").on(table.userId, table.kind, table.subject),
  index("notices_group").on(table.groupId, table.seq),
  index("notices_membership").on(table.userId, table.groupId),
  index("notices_created").on(table.createdAt),
  index("notices_mail").on(table.mailAt).where(sql`mail_at is not null`),
]);

/** Browsers that are sent notices while they have no page open. */
export const pushSubscriptions = sqliteTable("push_subscriptions", {
  endpoint: text("endpoint").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** Of the session that subscribed: it ends with it. */
  sessionHash: text("session_hash").notNull().references(() => sessions.hash, { onDelete: "cascade" }),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [
  index("push_subscriptions_user").on(table.userId),
  index("push_subscriptions_session").on(table.sessionHash),
]);

/** Which notices somebody wants by mail; without a row all. */
export const mailSettings = sqliteTable("mail_settings", {
  userId: text("user_id").primaryKey().references(() => users.id, { onDelete: "cascade" }),
  /** In the links of these mails: it changes these settings without logging in. */
  token: text("token").notNull().unique(),
  mentions: integer("mentions", { mode: "boolean" }).notNull().default(true),
  digest: integer("digest", { mode: "boolean" }).notNull().default(true),
  /** When mentions and replies were last mailed. */
  mentionsAt: integer("mentions_at"),
  /** When the others were. */
  digestAt: integer("digest_at"),
});

/** Keys of the service itself, made at the first start. */
export const serviceKeys = sqliteTable("service_keys", {
  name: text("name").primaryKey(),
  value: text("value", { mode: "json" }).$type<Record<string, string>>().notNull(),
});

/**
 * Friends, and unanswered requests: one row for each pair of people in either direction, so that there are never two
 * requests between them. Declined requests and ended friendships are deleted.
 */
export const friendships = sqliteTable("friendships", {
  /** The lesser of the two ids. */
  userA: text("user_a").notNull().references(() => users.id, { onDelete: "cascade" }),
  userB: text("user_b").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** Of the request. */
  id: text("id").notNull().unique(),
  requestedBy: text("requested_by").notNull(),
  createdAt: integer("created_at").notNull(),
  /** Null while the request waits. */
  acceptedAt: integer("accepted_at"),
}, (table) => [
  primaryKey({ columns: [table.userA, table.userB] }),
  index("friendships_user_b").on(table.userB),
  check("friendships_order", sql`user_a < user_b`),
  check("friendships_requester", sql`requested_by in (user_a, user_b)`),
]);

/**
 * Uploaded pictures, each in every size. Triggers (migration `people_triggers`) delete those that no user and no
 * group refers to any more, in the write that removed the last reference.
 */
export const media = sqliteTable("media", {
  /** SHA-256 of the largest size's bytes, in hexadecimal. */
  hash: text("hash").notNull(),
  /** Width and height in pixels. */
  size: integer("size").notNull(),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
}, (table) => [primaryKey({ columns: [table.hash, table.size] })]);

/**
 * Covers that the sources have named. Their bytes are fetched when first shown, and those of the least recently used
 * are deleted when there are too many.
 */
export const covers = sqliteTable("covers", {
  /** The first 32 hexadecimal digits of the address's SHA-256. */
  key: text("key").primaryKey(),
  url: text("url").notNull(),
  /** When a source last named it. */
  seenAt: integer("seen_at").notNull(),
  /** When it was last shown, to the day. */
  usedAt: integer("used_at").notNull().default(0),
  /** When fetching it last failed. */
  failedAt: integer("failed_at"),
  /** Of its bytes; 0 while there are none. */
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
}, (table) => [
  unique("books_google_books_id").on(table.groupId, table.googleBooksId),
  unique("books_isbn").on(table.groupId, table.isbn),
  index("books_added_by").on(table.addedBy),
  index("books_cover").on(table.coverKey).where(sql`cover_key is not null`),
]);

/** How far each reader is in each book. */
export const progress = sqliteTable("progress", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  currentPage: integer("current_page").notNull(),
  /** Rises with every change, even within one millisecond. */
  readAt: integer("read_at").notNull(),
  /** The same page as a position (`contract/positions.ts`), exact in the reader's own edition. */
  position: integer("position").notNull().default(0),
  /** The furthest position so far, but for turns that were taken back: what is tied to a page up to it is shown. */
  reached: integer("reached").notNull().default(0),
  /** The furthest position before the turn that reached it, and when that was: turning back soon takes it back. */
  openedFrom: integer("opened_from").notNull().default(0),
  openedAt: integer("opened_at").notNull().default(0),
  /** When the reader first was at the end. */
  finishedAt: integer("finished_at"),
}, (table) => [primaryKey({ columns: [table.bookId, table.userId] }), index("progress_user").on(table.userId)]);

/** Editions of books that readers have: the pages, minutes or percent of their copies. */
export const editions = sqliteTable("editions", {
  id: text("id").primaryKey(),
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  unit: text("unit", { enum: editionUnits }).notNull(),
  /** In its unit. */
  pageCount: integer("page_count").notNull(),
  /** Pages with their positions, both rising, from chapters that are known in both; null where there are none. */
  points: text("points", { mode: "json" }).$type<Point[]>(),
}, (table) => [unique("editions_kind").on(table.bookId, table.unit, table.pageCount)]);

/** On which page of an edition a chapter begins. */
export const editionChapters = sqliteTable("edition_chapters", {
  editionId: text("edition_id").notNull().references(() => editions.id, { onDelete: "cascade" }),
  /** As in `chapters`. */
  title: text("title").notNull(),
  page: integer("page").notNull(),
}, (table) => [primaryKey({ columns: [table.editionId, table.title] })]);

/** Where positions of an edition move to, within the write that moves them: joined by its key, that takes no longer. */
export const positionMoves = sqliteTable("position_moves", {
  editionId: text("edition_id").notNull(),
  fromPosition: integer("from_position").notNull(),
  toPosition: integer("to_position").notNull(),
  /** In the book's own pages. */
  page: integer("page").notNull(),
}, (table) => [primaryKey({ columns: [table.editionId, table.fromPosition] })]);

/** The table of contents of a book, in the book's pages. */
export const chapters = sqliteTable("chapters", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  /** Counts up from 0, in the order of the pages. */
  number: integer("number").notNull(),
  title: text("title").notNull(),
  page: integer("page").notNull(),
}, (table) => [primaryKey({ columns: [table.bookId, table.number] })]);

/** What a reader has set for a book; without a row nothing. */
export const readerSettings = sqliteTable("reader_settings", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** Of their copy; null for the book's own pages. */
  editionId: text("edition_id").references(() => editions.id, { onDelete: "set null" }),
  /** Whether the group sees the page that they are on; null until they have decided, and it does not. */
  sharesPage: integer("shares_page", { mode: "boolean" }),
  /** When they were last reminded of the plan. */
  remindedAt: integer("reminded_at"),
}, (table) => [
  primaryKey({ columns: [table.bookId, table.userId] }),
  index("reader_settings_user").on(table.userId),
  index("reader_settings_edition").on(table.editionId),
]);

/** When a group wants to have read a book. */
export const plans = sqliteTable("plans", {
  bookId: text("book_id").primaryKey().references(() => books.id, { onDelete: "cascade" }),
  /** The first and the last day, as `YYYY-MM-DD`. */
  startsOn: text("starts_on").notNull(),
  targetOn: text("target_on").notNull(),
  /** On which days of the week it is read; 0 is Sunday. */
  days: text("days", { mode: "json" }).$type<number[]>().notNull(),
  createdBy: text("created_by").references(() => users.id, { onDelete: "set null" }),
  createdAt: integer("created_at").notNull(),
}, (table) => [index("plans_created_by").on(table.createdBy)]);

/** One for each reader, book and page. An empty note is not stored. */
export const notes = sqliteTable("notes", {
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  pageNumber: integer("page_number").notNull(),
  content: text("content").notNull(),
  /** Rises with every change, even within one millisecond, so that versions differ. */
  updatedAt: integer("updated_at").notNull(),
  /** By which answers and addresses name it: never null, as a trigger fills it in for the version before. */
  id: text("id"),
  /** Since when its group may read it; null for the reader's own. */
  sharedAt: integer("shared_at"),
}, (table) => [
  primaryKey({ columns: [table.bookId, table.userId, table.pageNumber] }),
  index("notes_user").on(table.userId, table.updatedAt),
  uniqueIndex("notes_id").on(table.id),
  index("notes_shared").on(table.bookId, table.pageNumber).where(sql`shared_at is not null`),
]);

/** What the group answers to a shared note. */
export const noteAnswers = sqliteTable("note_answers", {
  id: text("id").primaryKey(),
  noteId: text("note_id").notNull().references(() => notes.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  content: text("content").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [
  index("note_answers_note").on(table.noteId, table.createdAt),
  index("note_answers_user").on(table.userId),
]);

/** Questions to the readers of a book, each at a page. */
export const questions = sqliteTable("questions", {
  id: text("id").primaryKey(),
  bookId: text("book_id").notNull().references(() => books.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  position: integer("position").notNull(),
  /** The edition that its page was given in; null for the book's own pages. */
  editionId: text("edition_id"),
  question: text("question").notNull(),
  createdAt: integer("created_at").notNull(),
}, (table) => [index("questions_book").on(table.bookId, table.position), index("questions_user").on(table.userId)]);

/** One answer of each reader. */
export const answers = sqliteTable("answers", {
  questionId: text("question_id").notNull().references(() => questions.id, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  content: text("content").notNull(),
  /** What it was at first, for its writer alone. */
  firstContent: text("first_content").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
}, (table) => [primaryKey({ columns: [table.questionId, table.userId] }), index("answers_user").on(table.userId)]);

/** How much somebody has read of a book on a day; it stays when the book's group is deleted. */
export const readingDays = sqliteTable("reading_days", {
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** `YYYY-MM-DD` in the reader's time zone. */
  day: text("day").notNull(),
  bookId: text("book_id").notNull(),
  /** In the pages of their copy, with fractions; in the book's own where the copy has none. */
  pages: real("pages").notNull(),
}, (table) => [primaryKey({ columns: [table.userId, table.day, table.bookId] })]);

/** Somebody's own list of books: imported ones, and those they have finished in a group. */
export const library = sqliteTable("library", {
  id: text("id").primaryKey(),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  /** The same for the same book of a reader, at most 64 characters: an import that is repeated adds nothing. */
  key: text("key").notNull(),
  title: text("title").notNull(),
  author: text("author"),
  isbn: text("isbn"),
  pageCount: integer("page_count"),
  status: text("status", { enum: libraryStatuses }).notNull(),
  /** As `YYYY-MM-DD`. */
  startedOn: text("started_on"),
  finishedOn: text("finished_on"),
  /** From 0 to 5, in quarters; null for none. */
  rating: real("rating"),
  createdAt: integer("created_at").notNull(),
}, (table) => [
  unique("library_key").on(table.userId, table.key),
  index("library_finished").on(table.userId, table.finishedOn),
  // Of versions that did not hash them.
  index("library_long_keys").on(table.id).where(sql`length(key) > 64`),
]);

/** Groups that read in silence together, one at a time each. */
export const timers = sqliteTable("timers", {
  groupId: text("group_id").primaryKey().references(() => groups.id, { onDelete: "cascade" }),
  startedBy: text("started_by").notNull().references(() => users.id, { onDelete: "cascade" }),
  startedAt: integer("started_at").notNull(),
  endsAt: integer("ends_at").notNull(),
}, (table) => [index("timers_started_by").on(table.startedBy)]);

/** Who reads along, until the next one begins. */
export const timerReaders = sqliteTable("timer_readers", {
  groupId: text("group_id").notNull().references(() => timers.groupId, { onDelete: "cascade" }),
  userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
  joinedAt: integer("joined_at").notNull(),
  /** How much they have read meanwhile, in the pages of the books, with fractions. */
  pages: real("pages").notNull().default(0),
}, (table) => [primaryKey({ columns: [table.groupId, table.userId] }), index("timer_readers_user").on(table.userId)]);

/**
 * Books that are found without a network: the starter shelf and the operator's own lists. Triggers (migration
 * `books_search`) maintain the FTS5 index `catalogue_words` over the three columns of folded words.
 */
export const catalogue = sqliteTable("catalogue", {
  number: integer("number").primaryKey(),
  /** The same for the same book: the ISBN-13, the Open Library key, or title, author, publisher and date. */
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

/** Names of authors from an Open Library dump, where books name their authors by key. */
export const catalogueAuthors = sqliteTable("catalogue_authors", {
  key: text("key").primaryKey(),
  name: text("name").notNull(),
});

/** The position in each imported file, so that an interrupted import continues from there. */
export const imports = sqliteTable("imports", {
  /** Identifies a file by its size, modification time and first bytes; the starter shelf by its whole content. */
  fingerprint: text("fingerprint").primaryKey(),
  name: text("name").notNull(),
  /** How many lines are done. */
  lines: integer("lines").notNull(),
  counts: text("counts", { mode: "json" }).$type<Record<string, number>>().notNull(),
  finishedAt: integer("finished_at"),
});

/** Answers of book sources, cached for ten minutes. */
export const searches = sqliteTable("searches", {
  source: text("source").notNull(),
  query: text("query").notNull(),
  results: text("results", { mode: "json" }).$type<BookResult[]>().notNull(),
  answeredAt: integer("answered_at").notNull(),
}, (table) => [
  primaryKey({ columns: [table.source, table.query] }),
  index("searches_answered").on(table.answeredAt),
]);

/** Hashed scripts and styles, so that every instance can serve those of the versions before and after its own. */
export const assets = sqliteTable("assets", {
  /** The file's name, with the hash of its content. */
  name: text("name").primaryKey(),
  /** Compressed with Brotli. */
  content: blob("content", { mode: "buffer" }).notNull(),
  storedAt: integer("stored_at").notNull(),
});
