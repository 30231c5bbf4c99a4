/** People put straight into a database: nobody has to register for a test about something else. */
import type { Db } from "../../db/engine/client.ts";
import { insertGroup } from "../../db/groups/groups.ts";
import { insertMember } from "../../db/groups/members.ts";
import { insertUser, type NewUser } from "../../db/account/accounts.ts";

/** A user called `Ada` with the id and username `ada` and a verified address. */
export const person = (name: string, more: Partial<NewUser> = {}): NewUser => ({
  id: name.toLowerCase(),
  username: name.toLowerCase(),
  email: `${name.toLowerCase()}@example.org`,
  passwordHash: "",
  fullName: name,
  verifiedAt: 1,
  createdAt: 1,
  ...more,
});

export const store = (db: Db, ...people: NewUser[]) =>
  Promise.all(people.map((one) => db.write([insertUser(db, one)])));

/** Ada, Grace and Mallory, and the group `engine`, which Ada made and Grace is in. */
export async function cast(db: Db): Promise<void> {
  await store(db, person("Ada"), person("Grace"), person("Mallory"));
  await insertGroup(db, "ada", { id: "engine", groupName: "Analytical Engine", description: null }, 1);
  await insertMember(db, "ada", { groupId: "engine", userId: "grace" }, 2);
}
