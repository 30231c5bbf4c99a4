import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { deletedAccount } from "../../server/contract/account/limits.ts";
import { users } from "../schema.ts";

/** Of a row of `users`: a deleted account has no name any more. */
export const shownName = (user: string): SQL<string> =>
  sql.raw(`case when ${user}.deleted_at is null then ${user}.username else '${deletedAccount}' end`) as SQL<string>;

export const calledName: SQL<string> = sql`coalesce(users.full_name, users.username)`;

export const faceColumns = {
  id: users.id,
  username: shownName("users"),
  fullName: users.fullName,
  profileImage: users.profileImage,
};

export const publicColumns = { ...faceColumns, bio: users.bio };

export const cardColumns = { ...publicColumns, email: users.email };

/** Whether addresses are shown only to people who share something (EMAILS_SHOWN), as the service has stored it. */
export const emailsAreShared = sql`exists (select 1 from service_keys where name = 'emails_shared')`;

/**
 * Everyone sees it and its owner does not hide it, or they share a group or a friendship. Columns have their table's
 * name: Drizzle leaves it out where a query has no other, and in the subqueries they would be those of theirs.
 */
export const maySeeEmail = (viewerId: string | Placeholder): SQL<number> =>
  sql`(users.email_visible and not ${emailsAreShared} or users.id = ${viewerId}
    or exists (select 1 from members theirs join members mine on mine.group_id = theirs.group_id
      join groups common on common.id = mine.group_id and common.kind = 'group'
      where theirs.user_id = users.id and mine.user_id = ${viewerId})
    or exists (select 1 from friendships
      where accepted_at is not null and user_a = ${viewerId} and user_b = users.id)
    or exists (select 1 from friendships
      where accepted_at is not null and user_b = ${viewerId} and user_a = users.id))`;

export const emailFor = (viewerId: string | Placeholder): SQL<string | null> =>
  sql`case when ${maySeeEmail(viewerId)} then users.email end`;

export const strangerColumns = (viewerId: string) => ({ ...publicColumns, email: emailFor(viewerId) });

export const ownColumns = {
  ...cardColumns,
  emailVisible: users.emailVisible,
  dob: users.dob,
  gender: users.gender,
  linkedin: users.linkedin,
  instagram: users.instagram,
  twitter: users.twitter,
  verifiedAt: users.verifiedAt,
  createdAt: users.createdAt,
};
