import { eq, gt, lt, sql } from "drizzle-orm";
import { Buffer } from "node:buffer";
import { type Db, prepared, shortWait } from "../engine/client.ts";
import { assets } from "../schema.ts";

interface Asset {
  name: string;
  content: Uint8Array;
}

const selectContent = prepared((q) =>
  q.select({ content: assets.content }).from(assets).where(eq(assets.name, sql.placeholder("name"))).prepare()
);

export async function findAsset(db: Db, name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const row = await selectContent(db).get({ name });
  return row && new Uint8Array(row.content);
}

export const listAssets = async (db: Db, since: number): Promise<string[]> =>
  (await db.q.select({ name: assets.name }).from(assets).where(gt(assets.storedAt, since))).map(({ name }) => name);

export const storeAssets = (db: Db, files: Asset[], { now, deleteBefore }: { now: number; deleteBefore: number }) =>
  db.write([
    db.q.delete(assets).where(lt(assets.storedAt, deleteBefore)),
    ...files.map(({ name, content }) =>
      db.q.insert(assets).values({ name, content: Buffer.from(content), storedAt: now })
        .onConflictDoUpdate({ target: assets.name, set: { storedAt: now } })
    ),
  ], shortWait);
