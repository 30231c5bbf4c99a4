import { and, eq, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import type { Db, Statement } from "../engine/client.ts";
import { media } from "../schema.ts";

export interface Picture {
  url: string;
  hash: string;
  sizes: { size: number; bytes: Uint8Array<ArrayBuffer> }[];
}

export const insertPicture = (db: Db, picture: Picture | null | undefined): Statement[] =>
  picture?.sizes.map(({ size, bytes }) =>
    db.q.insert(media).values({ hash: picture.hash, size, bytes: Buffer.from(bytes) }).onConflictDoNothing()
  ) ?? [];

export const deleteUnusedPicture = (db: Db, picture: Picture | undefined): Statement[] =>
  picture
    ? [
      db.q.delete(media).where(sql`${media.hash} = ${picture.hash}
        and not exists (select 1 from users where profile_image = ${picture.url})
        and not exists (select 1 from groups where image = ${picture.url})`),
    ]
    : [];

export async function findPicture(db: Db, hash: string, size: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await db.q.select({ bytes: media.bytes }).from(media)
    .where(and(eq(media.hash, hash), eq(media.size, size))).get();
  return row && new Uint8Array(row.bytes);
}
