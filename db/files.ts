/** Files of messages. */
import { type SQL, sql } from "drizzle-orm";

/** The files of a row of `messages`, in the order they were uploaded, as JSON without their URLs. */
export const filesOf: SQL = sql`json((
  select json_group_array(json_object(
    'id', id, 'name', name, 'type', type, 'size', size, 'width', width, 'height', height
  )) from (select * from files where message_id = messages.id order by id)
))`;
