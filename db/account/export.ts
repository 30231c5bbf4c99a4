/** Named columns only, and of other people at most a username. */
import { type SQL, sql } from "drizzle-orm";
import { requestTexts } from "../../server/contract/groups/request_texts.ts";
import { pageAt } from "../../server/contract/reading/positions.ts";
import type { Copy } from "../../server/contract/reading/shapes.ts";
import { ownNumber } from "../books/numbers.ts";
import type { Db } from "../engine/client.ts";
import { copyJson } from "../reading/copies.ts";

/** Rows that are read at a time: of the longest texts half a mebibyte. And rows that are looked for at a time. */
const batch = 25;
const window = 2000;

export type Row = Record<string, unknown>;

const time = (column: string) => sql.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`);
const titleOf = (book: string) => sql.raw(`(select title from books where books.id = ${book})`);
const nameOf = (user: string) =>
  sql.raw(`(select case when deleted_at is null then username end from users where users.id = ${user})`);
const isIn = (group: string, user: string) =>
  sql.raw(`exists (select 1 from members where members.group_id = ${group} and members.user_id = ${user})`);
/** Members alone see what others may change later. */
const toMembers = (value: string, { group, user }: { group: string; user: string }) =>
  sql`case when ${isIn(group, user)} then ${sql.raw(value)} end`;
const groupOf = (group: string) => sql.raw(`(select group_name from groups where groups.id = ${group})`);

const inMessage = (value: SQL) => sql`(select ${value} from messages where messages.id = message_id)`;
const yesOrNo = (condition: string) => sql.raw(`json(case when ${condition} then 'true' else 'false' end)`);

interface PagePosition {
  position: number;
  copy: Copy | null;
}

const pagePosition = (book: string, { position, edition }: { position: string; edition: string }) =>
  sql`json(case when ${sql.raw(position)} is not null then json_object('position', ${sql.raw(position)}, 'copy',
    json(coalesce((select ${copyJson} from editions where editions.id = ${sql.raw(edition)}), (
      select json_object('pageCount', page_count, 'unit', 'pages', 'points', null) from books
      where books.id = ${sql.raw(book)})))) end)`;

const ofMeeting = { group: "meetings.group_id", user: "meetings.created_by" };
const ofPlan = { group: "(select group_id from books where books.id = plans.book_id)", user: "plans.created_by" };

interface OwnList {
  table: string;
  owners: string[];
  row: SQL | ((userId: string) => SQL);
}

const listOf = (table: string, row: OwnList["row"], ...owners: string[]): OwnList => ({
  table,
  owners: owners.length > 0 ? owners : ["user_id"],
  row,
});

export const ownLists = {
  account: listOf(
    "users",
    sql`'addressVerifiedAt', ${time("verified_at")}, 'lastSeenAt', ${time("last_seen_at")}, 'disabledAt', ${
      time("disabled_at")
    }, 'isDeletedAt', ${time("deletes_at")}, 'addedTo', ${groupOf("added_to")}`,
    "id",
  ),
  sessions: listOf(
    "sessions",
    sql`'signedInAt', ${time("created_at")}, 'lastSeenAt', ${
      time("last_seen_at")
    }, 'device', device, 'address', address, 'timeZone', time_zone`,
  ),
  "known-browsers": listOf(
    "known_browsers",
    sql`'firstSignedInAt', ${time("created_at")}, 'lastSignedInAt', ${time("last_used_at")}`,
  ),
  passkeys: listOf(
    "passkeys",
    sql`'name', name, 'addedAt', ${time("created_at")}, 'lastUsedAt', ${time("last_used_at")}`,
  ),
  "two-step-codes": listOf(
    "totps",
    sql`'addedAt', ${time("created_at")}, 'confirmedAt', ${time("confirmed_at")}, 'recoveryCodesLeft', (
      select count(*) from recovery_codes where recovery_codes.user_id = totps.user_id and used_at is null)`,
  ),
  "accounts-elsewhere": listOf(
    "identities",
    sql`'provider', issuer, 'accountThere', subject, 'linkedAt', ${time("created_at")}`,
  ),
  "mailed-links": listOf(
    "links",
    sql`'for', kind, 'newAddress', email, 'until', ${time("expires_at")}, 'usedAt', ${time("used_at")}`,
  ),
  "mail-settings": listOf(
    "mail_settings",
    sql`'mentionsAndReplies', ${yesOrNo("mentions")}, 'everythingElse', ${yesOrNo("digest")},
      'mentionsLastMailedAt', ${time("mentions_at")}, 'everythingElseLastMailedAt', ${time("digest_at")},
      'remindedOfMeetingsADayBefore', ${yesOrNo("meeting_day")}, 'anHourBefore', ${yesOrNo("meeting_hour")}`,
  ),
  "notified-browsers": listOf(
    "push_subscriptions",
    sql`'device', (select device from sessions where hash = session_hash),
      'service', substr(endpoint, 1, 7 + instr(substr(endpoint, 9), '/')), 'addedAt', ${time("created_at")}`,
  ),
  groups: listOf(
    "members",
    sql`'group', ${groupOf("members.group_id")}, 'joinedAt', ${time("joined_at")},
      'role', case when (select created_by from groups where id = members.group_id) = members.user_id
        then 'creator' else role end, 'notifiedOf', notify,
      'sharesPages', json(case shares_pages when 1 then 'true' when 0 then 'false' end),
      'overviewSince', case when overview_since > 0 then ${time("overview_since")} end`,
  ),
  "groups-made": listOf(
    "groups",
    sql`'group', group_name, 'description', description, 'madeAt', ${time("created_at")},
      'picture', replace(image, '/media/', 'pictures/')`,
    "created_by",
  ),
  reactions: listOf(
    "reactions",
    sql`'group', ${inMessage(groupOf("messages.group_id"))}, 'to', ${
      inMessage(nameOf("messages.user_id"))
    }, 'emoji', emoji, 'givenAt', ${time("created_at")}`,
  ),
  "messages-shown-early": listOf(
    "unveilings",
    sql`'group', ${inMessage(groupOf("messages.group_id"))}, 'of', ${
      inMessage(nameOf("messages.user_id"))
    }, 'sentAt', ${inMessage(time("messages.created_at"))}`,
  ),
  notes: listOf(
    "notes",
    sql`'book', ${titleOf("notes.book_id")}, 'page', page_number, 'note', content, 'updatedAt', ${time("updated_at")},
      'shared', ${yesOrNo("shared_at is not null")}, 'sharedAt', ${time("shared_at")}`,
  ),
  "answers-to-notes": listOf(
    "note_answers",
    sql`'book', (select title from books join notes on notes.book_id = books.id where notes.id = note_answers.note_id),
      'answer', content, 'writtenAt', ${time("created_at")}`,
  ),
  highlights: listOf(
    "highlights",
    sql`'book', ${titleOf("highlights.book_id")}, 'text', exact, 'before', prefix, 'after', suffix, 'color', color,
      'note', note, 'shared', ${yesOrNo("shared_at is not null")}, 'sharedAt', ${time("shared_at")},
      'markedAt', ${time("created_at")}, 'updatedAt', ${time("updated_at")}, 'notFoundSince', ${time("lost_at")}`,
  ),
  "answers-to-highlights": listOf(
    "highlight_answers",
    sql`'book', (select title from books join highlights on highlights.book_id = books.id
      where highlights.id = highlight_answers.highlight_id), 'answer', content, 'writtenAt', ${time("created_at")}`,
  ),
  questions: listOf(
    "questions",
    sql`'book', ${titleOf("questions.book_id")}, 'pagePosition', ${
      pagePosition("questions.book_id", { position: "questions.position", edition: "questions.edition_id" })
    }, 'question', question, 'askedAt', ${time("created_at")}`,
  ),
  answers: listOf(
    "answers",
    sql`'book', (select title from books join questions on questions.book_id = books.id
      where questions.id = answers.question_id), 'answer', content, 'firstAnswer', first_content,
      'writtenAt', ${time("created_at")}, 'updatedAt', ${time("updated_at")}`,
  ),
  progress: listOf(
    "progress",
    sql`'book', ${titleOf("progress.book_id")}, 'page', current_page, 'readAt', ${time("read_at")},
      'finishedAt', ${time("finished_at")}`,
  ),
  reviews: listOf(
    "reviews",
    sql`'book', ${titleOf("reviews.book_id")}, 'stars', stars, 'review', text, 'writtenAt', ${time("created_at")},
      'updatedAt', ${time("updated_at")}`,
  ),
  "reading-goals": listOf("reading_goals", sql`'year', year, 'books', books`),
  "book-settings": listOf(
    "reader_settings",
    sql`'book', ${titleOf("reader_settings.book_id")},
      'copy', (select page_count || ' ' || unit from editions where editions.id = reader_settings.edition_id),
      'sharesPage', json(case shares_page when 1 then 'true' when 0 then 'false' end),
      'remindedOfPlanAt', ${time("reminded_at")}`,
  ),
  "reading-days": listOf("reading_days", sql`'day', day, 'book', ${titleOf("reading_days.book_id")}, 'pages', pages`),
  "reading-sessions-started": listOf(
    "timers",
    sql`'group', ${groupOf("timers.group_id")}, 'startedAt', ${time("started_at")}, 'endsAt', ${time("ends_at")}`,
    "started_by",
  ),
  "reading-sessions": listOf(
    "timer_readers",
    sql`'group', ${groupOf("timer_readers.group_id")}, 'joinedAt', ${time("joined_at")}, 'pages', pages`,
  ),
  library: listOf(
    "library",
    sql`'title', title, 'author', author, 'isbn', isbn, 'pages', page_count, 'status', status, 'started', started_on,
      'finished', finished_on, 'rating', rating, 'addedAt', ${time("created_at")}`,
  ),
  "books-added": listOf(
    "books",
    sql`'group', ${groupOf("books.group_id")}, 'title', title, 'author', author, 'isbn', ${ownNumber("isbn")},
      'pages', page_count, 'addedAt', ${time("created_at")}`,
    "added_by",
  ),
  "texts-brought": listOf(
    "book_texts",
    sql`'book', ${titleOf("book_texts.book_id")}, 'broughtAt', ${time("added_at")}`,
    "added_by",
  ),
  plans: listOf(
    "plans",
    sql`'book', ${titleOf("plans.book_id")}, 'from', ${toMembers("starts_on", ofPlan)}, 'to', ${
      toMembers("target_on", ofPlan)
    }, 'daysOfTheWeek', json(${toMembers("days", ofPlan)}),
      'madeAt', ${time("created_at")}`,
    "created_by",
  ),
  meetings: listOf(
    "meetings",
    sql`'group', ${groupOf("meetings.group_id")}, 'title', ${toMembers("title", ofMeeting)}, 'startsAt', ${
      time("starts_at")
    }, 'endsAt', ${time("ends_at")}, 'timeZone', time_zone, 'place', ${toMembers("place", ofMeeting)}, 'address', ${
      toMembers("url", ofMeeting)
    }, 'book', ${titleOf("meetings.book_id")},
      'repeats', repeats, 'madeAt', ${time("created_at")}, 'cancelledAt', ${time("cancelled_at")}`,
    "created_by",
  ),
  "replies-to-meetings": listOf(
    "meeting_replies",
    sql`'meeting', (select ${
      toMembers("title", { ...ofMeeting, user: "meeting_replies.user_id" })
    } from meetings where meetings.id = meeting_id), 'startsAt', ${time("starts_at")},
      'reply', reply, 'repliedAt', ${time("replied_at")}`,
  ),
  "books-wanted-by-me": listOf(
    "book_interests",
    sql`'book', ${titleOf("book_interests.book_id")}, 'since', ${time("created_at")}`,
  ),
  polls: listOf(
    "polls",
    sql`'group', ${groupOf("polls.group_id")}, 'question', question, 'kind', kind, 'options', (
      select json_group_array(text) from poll_options where poll_options.poll_id = polls.id
    ), 'madeAt', ${time("created_at")}, 'closedAt', ${time("closed_at")}`,
    "created_by",
  ),
  votes: listOf(
    "poll_votes",
    sql`'question', (select question from polls where polls.id = poll_votes.poll_id),
      'option', (select text from poll_options where poll_options.id = option_id), 'choice', rank + 1`,
  ),
  "threads-read": listOf(
    "thread_reads",
    sql`'group', ${groupOf("thread_reads.group_id")}, 'thread', thread_seq, 'readUpTo', last_read_seq`,
  ),
  "highlights-imported": listOf(
    "imported_highlights",
    sql`'book', ${titleOf("imported_highlights.book_id")}, 'hash', hash`,
  ),
  "requests-to-join": listOf(
    "join_requests",
    sql`'group', case when exists (select 1 from group_settings
        where group_settings.group_id = join_requests.group_id and listed) or ${
      isIn("join_requests.group_id", "join_requests.user_id")
    } then ${groupOf("join_requests.group_id")} else ${requestTexts.unlisted} end, 'text', text, 'askedAt', ${
      time("created_at")
    },
      'declinedAt', ${time("declined_at")}`,
  ),
  calendars: listOf("calendars", sql`'madeAt', ${time("created_at")}`),
  "changes-to-books": listOf(
    "book_changes",
    sql`'book', ${titleOf("book_changes.book_id")}, 'what', kind, 'before', json("before"), 'at', ${
      time("created_at")
    }`,
  ),
  "friends-and-requests": listOf(
    "friendships",
    (userId) =>
      sql`'who', case when user_a = ${userId} then ${nameOf("user_b")} else ${nameOf("user_a")} end,
        'requestedBy', ${nameOf("requested_by")}, 'requestedAt', ${time("created_at")},
        'friendsSince', ${time("accepted_at")}`,
    "user_a",
    "user_b",
  ),
  notices: listOf("notices", sql`'text', text, 'at', ${time("created_at")}, 'readAt', ${time("read_at")}`),
  blocked: listOf("blocks", sql`'who', ${nameOf("blocks.blocked_id")}, 'since', ${time("created_at")}`),
  reports: listOf(
    "reports",
    sql`'kind', kind, 'about', ${nameOf("reports.user_id")}, 'reason', reason, 'reportedAt', ${time("created_at")},
      'decision', decision, 'decidedAt', ${time("decided_at")}, 'reply', note`,
    "reporter_id",
  ),
  "invite-links": listOf(
    "invites",
    sql`'group', ${groupOf("invites.group_id")}, 'madeAt', ${time("created_at")}, 'until', ${
      time("expires_at")
    }, 'uses', uses, 'atMost', max_uses, 'revokedAt', ${time("revoked_at")}`,
    "created_by",
  ),
  invitations: listOf(
    "invitations",
    sql`'group', ${groupOf("invitations.group_id")}, 'email', typed_email, 'invitedAt', ${time("created_at")}`,
    "invited_by",
  ),
  "invitations-received": listOf(
    "invitations",
    sql`'group', ${groupOf("invitations.group_id")}, 'by', ${nameOf("invitations.invited_by")},
      'invitedAt', ${time("created_at")}, 'until', ${time("expires_at")}`,
    "email",
  ),
  "invitations-refused": listOf(
    "invitation_refusals",
    sql`'group', ${groupOf("invitation_refusals.group_id")}, 'refusedAt', ${time("created_at")}`,
    "email",
  ),
} satisfies Record<string, OwnList>;
export type ListName = keyof typeof ownLists;

const isOf = (userId: string, { table, owners }: OwnList): SQL =>
  sql.join(
    owners.map((owner) =>
      sql`${sql.raw(`${table}.${owner}`)} = ${
        owner === "email"
          ? sql`(select email from users where id = ${userId} and verified_at is not null)`
          : sql`${userId}`
      }`
    ),
    sql` or `,
  );

export async function* listOwn(db: Db, userId: string, name: ListName): AsyncGenerator<Row[]> {
  const list: OwnList = ownLists[name];
  const from = sql.raw(list.table);
  const row = typeof list.row === "function" ? list.row(userId) : list.row;
  for (let after = 0;;) {
    // `+rowid`: the owner's rows are searched and sorted, not everybody's looked through. For each batch anew that took
    // a minute of a hundred thousand notes.
    const found = await db.q.all<{ number: number }>(sql`
      select rowid as number from ${from} where (${
      isOf(userId, list)
    }) and +rowid > ${after} order by +rowid limit ${window}`);
    for (let at = 0; at < found.length; at += batch) {
      const numbers = JSON.stringify(found.slice(at, at + batch).map(({ number }) => number));
      const rows = await db.q.all<{ json: string }>(sql`
        select json_object(${row}) as json from ${from}
        where ${from}.rowid in (select value from json_each(${numbers})) order by ${from}.rowid`);
      yield rows.map(read);
    }
    if (found.length < window) return;
    after = found.at(-1)!.number;
  }
}

function read({ json }: { json: string }): Row {
  const row = JSON.parse(json) as Row;
  if (!("pagePosition" in row)) return row;
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      key === "pagePosition" ? pageOf(value as PagePosition | null) : [[key, value]]
    ),
  );
}

const pageOf = (of: PagePosition | null): [string, unknown][] =>
  of?.copy
    ? [
      ["page", pageAt(of.copy, of.position)],
      ...of.copy.unit === "pages" ? [] : [["countedIn", of.copy.unit]] as [string, unknown][],
    ]
    : [];

export async function* listOwnMessages(db: Db, userId: string): AsyncGenerator<Row[]> {
  // From one group to the next, by the index: there may be a million messages. Without its table `id` is a message's.
  const next = (after: SQL) =>
    sql`(select min(group_id) from messages where user_id = ${userId} and group_id > ${after})`;
  const groups = await db.q.all<{ id: string; last: number }>(sql`
    with recursive written(id) as (select ${next(sql`''`)} union all select ${
    next(sql`written.id`)
  } from written where id is not null)
    select id, (select max(seq) from messages where group_id = written.id) as last from written where id is not null`);
  for (const { id, last } of groups) {
    for (let after = 0; after < last;) {
      const rows = await db.q.all<{ seq: number; json: string }>(sql`
        select seq, json_object('group', ${groupOf("messages.group_id")}, 'at', ${time("messages.created_at")},
          'text', content, 'inReplyTo', (
            select ${nameOf("quoted.user_id")} from messages quoted
            where quoted.group_id = messages.group_id and quoted.seq = messages.reply_to_seq
          ), 'book', ${titleOf("messages.anchor_book_id")}, 'pagePosition', ${
        pagePosition("messages.anchor_book_id", {
          position: "messages.anchor_position",
          edition: "messages.anchor_edition_id",
        })
      }, 'editedAt', ${time("edited_at")}, 'deletedAt', ${time("deleted_at")}, 'pinnedAt', ${time("pinned_at")}) as json
        from messages
        where group_id = ${id} and seq > ${after} and seq <= ${after + window} and user_id = ${userId}
        order by seq limit ${batch}`);
      yield rows.map(read);
      after = rows.length < batch ? after + window : rows.at(-1)!.seq;
    }
  }
}

export async function listOwnGroupPictures(db: Db, userId: string): Promise<string[]> {
  const rows = await db.q.all<{ image: string }>(
    sql`select distinct image from groups where created_by = ${userId} and image is not null`,
  );
  return rows.map(({ image }) => image);
}

export interface OwnFile {
  id: string;
  name: string;
  type: string;
  size: number;
  createdAt: number;
  group: string | null;
  chunks: number;
}

export async function* listOwnFiles(db: Db, userId: string): AsyncGenerator<OwnFile[]> {
  for (let after = 0;;) {
    const rows = await db.q.all<OwnFile & { number: number }>(sql`
      select files.rowid as number, id, name, type, size, created_at as createdAt,
        ${groupOf("files.group_id")} as "group",
        (select count(*) from file_chunks where file_id = files.id and variant = 'original') as chunks
      from files where user_id = ${userId} and size > 0 and created_at > 0 and +files.rowid > ${after}
      order by +files.rowid limit ${batch}`);
    yield rows;
    if (rows.length < batch) return;
    after = rows.at(-1)!.number;
  }
}
