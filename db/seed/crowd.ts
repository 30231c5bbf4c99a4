import { eq, max, type SQL, sql as bound } from "drizzle-orm";
import type { Db } from "../engine/client.ts";
import { messages } from "../schema.ts";
import { groups as demoGroups } from "./demo.ts";
import { groupId, personId } from "./mod.ts";

/** Numbers are written into the statement: bound ones would be floats, and `i % 18.0` is no index of a list. */
const sql = (strings: TemplateStringsArray, ...values: unknown[]): SQL =>
  bound(strings, ...values.map((value) => typeof value === "number" ? bound.raw(String(value)) : value));

export interface Crowd {
  users: number;
  groups: number;
  messages: number;
  books: number;
  notes: number;
}

interface Step {
  table: string;
  rows: number;
  columns: Record<string, SQL>;
}

const membersOfGroup = 10;
const day = 24 * 3600_000;

const firstNames =
  "Amara Barbara Chidi Donald Edsger Fatima José Li Maria Omar Petra Quentin Rosa Søren Tariq Uma Wei Yara";
const lastNames = "Ångström Chen Dijkstra Garcia Haddad Jones Kowalski Liskov Müller Nguyen Okafor Smith Turing Vance";
const sayings = [
  "Has anybody finished the exercises of the last chapter?",
  "I think the second proof is easier to remember than the first one.",
  "Thursday at seven, as always. I bring the notes.",
  "Page 148, third line: is that a misprint, or is it me?",
  "Thank you, that helped a lot!",
];

const oneOf = (texts: string[], by: SQL) => sql`(${JSON.stringify(texts)} ->> (${by} % ${texts.length}))`;
const first = (by: SQL) => oneOf(firstNames.split(" "), by);
const last = (by: SQL) => oneOf(lastNames.split(" "), sql`(${by} / 18)`);
const plain = (name: SQL) =>
  sql`lower(replace(replace(replace(replace(replace(${name}, 'é', 'e'), 'ø', 'o'), 'Å', 'A'), 'ö', 'o'), 'ü', 'u'))`;

const id = (kind: string, by: SQL) => sql`printf('0190${bound.raw(kind)}-0000-7000-8000-%012x', ${by})`;
const user = (by: SQL) => id("0001", by);
const group = (by: SQL) => id("0002", by);
const book = (by: SQL) => id("0004", by);
const scattered = (by: SQL) => sql`printf('%08x-%012x', (${by} * 2654435761) & 4294967295, ${by})`;

interface Parts {
  crowd: Crowd;
  passwordHash: string;
  now: number;
  seq: number;
}

async function planCrowd(db: Db, crowd: Crowd, options: { passwordHash: string; now: number }): Promise<Step[]> {
  const inDemo = eq(messages.groupId, demoGroup);
  const [{ seq }] = await db.q.select({ seq: max(messages.seq) }).from(messages).where(inDemo);
  const all = { ...options, crowd, seq: seq ?? 0 };
  return [...people(all), ...circles(all), ...talk(all), ...reading(all)];
}

const [demoKey, { members: demoMembers }] = Object.entries(demoGroups)[0];
const demoGroup = groupId(demoKey);
const i = sql`i`;

const step = (table: string, rows: number, columns: Record<string, SQL>): Step => ({ table, rows, columns });

const memberOf = ({ users }: Crowd, group: SQL, by: SQL) =>
  user(sql`((${group} * ${membersOfGroup} + (${by}) % ${membersOfGroup}) % ${users})`);

const spread = (now: number, rows: number) => sql`${now - 300 * day} + i * ${Math.floor((300 * day) / rows)}`;

function people({ crowd, passwordHash, now }: Parts): Step[] {
  return [
    step("users", crowd.users, {
      id: user(i),
      username: sql`${plain(first(i))} || '.' || ${plain(last(i))} || '.' || i`,
      email: sql`'reader' || i || '@example.net'`,
      password_hash: sql`${passwordHash}`,
      full_name: sql`${first(i)} || ' ' || ${last(i)}`,
      bio: oneOf(sayings, i),
      verified_at: sql`iif(i % 20, ${now - 300 * day}, NULL)`,
      created_at: spread(now, crowd.users),
    }),
    step("sessions", crowd.users, {
      hash: sql`${scattered(i)} || '----------------------'`,
      user_id: user(i),
      created_at: sql`${now}`,
      expires_at: sql`${now + 20 * day}`,
    }),
    step("friendships", crowd.users - 4, {
      user_a: user(i),
      user_b: user(sql`i + 1 + i % 3`),
      id: scattered(i),
      requested_by: user(i),
      created_at: sql`${now}`,
      accepted_at: sql`iif(i % 5, ${now}, NULL)`,
    }),
  ];
}

function circles({ crowd, now }: Parts): Step[] {
  const memberships = crowd.groups * membersOfGroup;
  const its = sql`(i % ${crowd.groups})`;
  return [
    step("groups", crowd.groups, {
      id: group(i),
      group_name: sql`'Reading circle ' || i`,
      description: oneOf(sayings, i),
      created_by: memberOf(crowd, i, sql`0`),
      created_at: spread(now, crowd.groups),
      active_at: spread(now, crowd.groups),
    }),
    step("members", memberships, {
      group_id: group(its),
      user_id: memberOf(crowd, its, sql`i / ${crowd.groups}`),
      joined_at: spread(now, memberships),
    }),
  ];
}

function talk({ crowd, now, seq }: Parts): Step[] {
  const inDemo = Math.floor(crowd.messages / 10);
  const elsewhere = crowd.messages - inDemo;
  const its = sql`(i % ${crowd.groups})`;
  const speakers = demoMembers.map((name) => personId(name));
  return [
    step("messages", elsewhere, {
      id: id("0003", i),
      group_id: group(its),
      seq: sql`i / ${crowd.groups} + 1`,
      rev: sql`i / ${crowd.groups} + 1`,
      user_id: memberOf(crowd, its, sql`i / ${crowd.groups} * 7`),
      content: oneOf(sayings, sql`(i / 7)`),
      client_id: scattered(i),
      created_at: spread(now, elsewhere),
    }),
    step("messages", inDemo, {
      id: id("0013", i),
      group_id: sql`${demoGroup}`,
      seq: sql`i + 1 + ${seq}`,
      rev: sql`i + 1 + ${seq}`,
      user_id: oneOf(speakers, i),
      content: oneOf(sayings, i),
      client_id: scattered(i),
      created_at: spread(now, inDemo),
    }),
  ];
}

function reading({ crowd, now }: Parts): Step[] {
  const its = sql`(i % ${crowd.groups})`;
  const itsBook = sql`(i % ${crowd.books})`;
  return [
    step("books", crowd.books, {
      id: book(i),
      group_id: group(its),
      title: sql`'On Reading Together, volume ' || (i / ${crowd.groups} + 1)`,
      author: sql`${first(i)} || ' ' || ${last(i)}`,
      description: oneOf(sayings, i),
      page_count: sql`100 + i % 900`,
      categories: sql`'["Mathematics"]'`,
      google_books_id: scattered(i),
      added_by: memberOf(crowd, its, i),
      created_at: spread(now, crowd.books),
    }),
    step("progress", crowd.books, {
      book_id: book(i),
      user_id: memberOf(crowd, its, sql`i / ${crowd.groups}`),
      current_page: sql`i % 100`,
      read_at: sql`${now}`,
    }),
    step("notes", crowd.notes, {
      book_id: book(itsBook),
      user_id: memberOf(crowd, sql`(${itsBook} % ${crowd.groups})`, sql`i / ${crowd.books}`),
      page_number: sql`1 + i / ${crowd.books}`,
      content: oneOf(sayings, i),
      updated_at: sql`${now}`,
    }),
  ];
}

/** Generated inside the database, as passing the rows would take most of the time. */

export const big: Crowd = { users: 100_000, groups: 10_000, messages: 1_000_000, books: 100_000, notes: 500_000 };

export const small: Crowd = { users: 100, groups: 10, messages: 1000, books: 100, notes: 500 };

const chunk = 50_000;

export async function seedCrowd(
  db: Db,
  crowd: Crowd,
  { passwordHash, now, onStep }: { passwordHash: string; now: number; onStep: (table: string, rows: number) => void },
): Promise<void> {
  for (const { table, rows, columns } of await planCrowd(db, crowd, { passwordHash, now })) {
    onStep(table, rows);
    for (let from = 0; from < rows; from += chunk) {
      await db.write([db.q.run(insert(table, columns, { from, to: Math.min(from + chunk, rows) }))]);
    }
  }
}

function insert(table: string, columns: Record<string, SQL>, { from, to }: { from: number; to: number }): SQL {
  const names = bound.raw(Object.keys(columns).join(", "));
  const values = bound.join(Object.values(columns), sql`, `);
  return sql`WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})
    INSERT INTO ${bound.identifier(table)} (${names}) SELECT ${values} FROM n WHERE true ON CONFLICT DO NOTHING`;
}
