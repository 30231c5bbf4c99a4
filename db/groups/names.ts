/** Each of the two sees the name and the picture of the other one on their conversation. */
import { sql } from "drizzle-orm";
import { deletedAccount } from "../../server/contract/account/limits.ts";
import { kindTexts } from "../../server/contract/groups/kind_texts.ts";
import { groups } from "../schema.ts";
import type { Id } from "./roles.ts";

/** Of a row of `groups`. */
const ofOther = (viewerId: Id, column: string) =>
  sql`(select ${sql.raw(column)} from members talking join users others
    on others.id = talking.user_id and others.deleted_at is null
    where talking.group_id = ${groups.id} and talking.user_id <> ${viewerId})`;

export const nameFor = (viewerId: Id) =>
  sql<string>`case when ${groups.kind} = 'direct'
    then coalesce(${ofOther(viewerId, "coalesce(others.full_name, others.username)")}, ${
    sql.raw(`'${deletedAccount}'`)
  })
    else ${groups.groupName} end`;

/** Within a sentence of a notice. */
export const namedInText = sql<string>`case ${groups.kind}
  when 'direct' then ${sql.raw(`'${kindTexts.direct.inText}'`)}
  when 'own' then ${sql.raw(`'${kindTexts.own.inText}'`)} else ${groups.groupName} end`;

export const imageFor = (viewerId: Id) =>
  sql<string | null>`case when ${groups.kind} = 'direct' then ${ofOther(viewerId, "others.profile_image")}
    else ${groups.image} end`;
