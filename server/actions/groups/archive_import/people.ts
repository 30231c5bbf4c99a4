import { v7 as uuid } from "uuid";
import { isOperator } from "../../../auth/operators.ts";
import { archiveImportTexts as texts } from "../../../contract/groups/archive_import_texts.ts";
import { groups as limits } from "../../../contract/groups/limits.ts";
import type { User } from "../../../contract/people/shapes.ts";
import type { Deps } from "../../../deps.ts";
import { Conflict } from "../../../errors.ts";
import { tooLarge } from "../../../library/archive_file.ts";
import { previewPeople } from "../../account/added_people.ts";
import type { Writes } from "./writes.ts";

interface ArchivedPerson {
  username: string;
  name: string | null;
}

/** Whoever is named in the archive, and their accounts here. Nobody is taken for somebody who is here already. */
export class People {
  #ids = new Map<string, string>();
  #members = new Set<string>();
  made = 0;

  constructor(private deps: Deps, private user: User, private into: { writes: Writes; groupId: string }) {}

  setImporter(username: string): void {
    this.#ids.set(username, this.user.id);
  }

  addMember(username: string): void {
    this.#members.add(username);
  }

  /** The ids of those of them that are members. */
  membersOf(usernames: unknown[]): string[] {
    const members = new Set(usernames).intersection<string>(this.#members);
    return [...members].map((username) => this.#ids.get(username)!);
  }

  isKnown(username: unknown): username is string {
    return this.#ids.has(username as string);
  }

  /** The id of the account of somebody in the archive. */
  async of(username: string): Promise<string> {
    if (!this.#ids.has(username)) await this.add([{ username, name: null }]);
    return this.#ids.get(username)!;
  }

  /** With the username that they had where it is free, and else with one made of their name. */
  async add(people: ArchivedPerson[]): Promise<void> {
    const { deps, user } = this;
    let waiting = people.filter(({ username }) => !this.#ids.has(username));
    if (this.#ids.size + waiting.length > limits.members) throw tooLarge(texts.tooManyPeople);
    if (waiting.length === 0) return;
    if (!isOperator(deps.config, user)) await deps.limiter.take("addPeople", user.id, waiting.length);
    for (const typed of [asNamed, byName, numbered]) {
      const checked = await previewPeople(deps, waiting.map(typed));
      const again: ArchivedPerson[] = [];
      for (const [n, { username, fullName, problem }] of checked.entries()) {
        if (problem) again.push(waiting[n]);
        else await this.#make(waiting[n].username, { username, fullName });
      }
      // Stored before the next names are compared with those that are taken.
      await this.into.writes.flush();
      waiting = again;
      if (waiting.length === 0) return;
    }
    throw new Conflict(texts.namesTaken, "names_taken");
  }

  async #make(known: string, { username, fullName }: { username: string; fullName: string }): Promise<void> {
    const [id, now] = [uuid(), this.deps.clock()];
    this.#ids.set(known, id);
    this.made++;
    await this.into.writes.add("users", {
      id,
      username,
      password_hash: "",
      full_name: fullName,
      verified_at: now,
      created_at: now,
      added_to: this.into.groupId,
      email_visible: 0,
    });
  }
}

const asNamed = ({ username, name }: ArchivedPerson) => ({ fullName: name || username, username });
const byName = ({ username, name }: ArchivedPerson) => ({ fullName: name || username });
const numbered = (_: ArchivedPerson, n: number) => ({ fullName: `Member ${n + 1}` });
