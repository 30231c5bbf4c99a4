import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { findCredentials } from "../../db/account/accounts.ts";
import type { Db } from "../../db/engine/client.ts";
import { fileOf } from "../../db/engine/database_file.ts";
import type { Page } from "../../db/engine/query.ts";
import { findPerson, listPeople } from "../../db/operator/people_and_groups.ts";
import { exportAccount } from "../actions/account/export.ts";
import { recordExport, removePerson, setDisabled } from "../actions/operator/people_and_groups.ts";
import type { Person } from "../contract/operator/shapes.ts";
import { openLog } from "../log.ts";
import { openStoringMailer } from "../mail/mailer.ts";
import { openBroadcast } from "../realtime/broadcast.ts";
import { createSocketServer } from "../realtime/socket.ts";
import { type Config, fromCaller, readConfig } from "../settings/settings.ts";
import { CommandError, withDatabase } from "./command.ts";
import { exists, writeAtomically } from "./files.ts";
import { openPurge } from "./purge.ts";

const usage = `Usage: deno task people list [TEXT]
       deno task people disable WHO
       deno task people enable WHO
       deno task people delete WHO [--yes]
       deno task people export WHO FILE
WHO is an address, a username or an id.`;

const actor = { email: "deno task people" };

const commands: Record<string, [number, number]> = {
  list: [0, 1],
  disable: [1, 1],
  enable: [1, 1],
  delete: [1, 1],
  export: [2, 2],
};

function commandOf(args: string[]) {
  try {
    const options = { yes: { type: "boolean" } } as const;
    const { values, positionals: [name, ...rest] } = parseArgs({ args, allowPositionals: true, options });
    const [least, most] = Object.hasOwn(commands, name) ? commands[name] : [1, 0];
    if (rest.length >= least && rest.length <= most && !(values.yes && name !== "delete")) {
      return { name, args: rest, ...values };
    }
  } catch {
    // An unknown option, or none at all.
  }
  throw new CommandError(usage);
}

function openDeps(db: Db, config: Config) {
  const [clock, log] = [Date.now, openLog("warn", Deno.stderr)];
  return {
    config,
    clock,
    log,
    db,
    broadcast: openBroadcast(createSocketServer(config)),
    mailer: openStoringMailer({ db, clock, config }),
    purge: openPurge({ db, log }),
  };
}

type ActDeps = ReturnType<typeof openDeps>;

interface Run {
  config: Config;
  interrupted: AbortSignal;
}

/** @returns what is to be printed @throws CommandError, AppError where it cannot be done */
export async function people(args: string[], { config, interrupted }: Run): Promise<string[]> {
  const { name, args: [who = "", file], yes } = commandOf(args);
  const database = fileOf(config.databaseUrl);
  if (database && !await exists(database)) throw new CommandError(`There is no database at ${database}.`);
  return await withDatabase(config, async (db) => {
    if (name === "list") return await list(db, who, interrupted);
    const person = await findWho(db, who);
    const deps = openDeps(db, config);
    if (name === "export") return await exportTo(deps, person, { file: fromCaller(file), interrupted });
    if (name === "delete") return await remove(deps, person, yes);
    await setDisabled(deps, actor, { id: person.id, disabled: name === "disable" });
    return [`${nameOf(person)} is ${name}d.`];
  });
}

async function list(db: Db, text: string, interrupted: AbortSignal): Promise<string[]> {
  const wanted = text.toLowerCase();
  let page: Page<Person> = { rows: [], hasMore: true };
  while (page.hasMore) {
    page = await listPeople(db, { after: page.rows.at(-1)?.id });
    for (const person of page.rows) {
      const { email, username, fullName } = person;
      if (`${email}\n${username}\n${fullName}`.toLowerCase().includes(wanted)) console.log(lineOf(person));
    }
    interrupted.throwIfAborted();
  }
  return [];
}

function lineOf({ email, username, fullName, id, createdAt, lastSeenAt, ...state }: Person): string {
  const states = [
    state.verified ? "verified" : "unverified",
    ...state.disabledAt ? ["disabled"] : [],
    ...state.deletesAt ? [`to be deleted on ${state.deletesAt.slice(0, 10)}`] : [],
  ];
  const columns = [email ?? "", username, fullName ?? "", id, createdAt, lastSeenAt ?? "never", states.join(", ")];
  // A name must not move the terminal's cursor or begin a line.
  return columns.map((column) => column.replace(/\p{C}/gu, " ")).join("\t");
}

async function findWho(db: Db, who: string): Promise<Person> {
  const id = (await findCredentials(db, who.trim().toLowerCase()))?.id ?? who;
  const person = await findPerson(db, id);
  if (!person) throw new CommandError(`There is no account with the address, username or id ${who}.`);
  return person;
}

const nameOf = ({ email, username }: Person): string => email ?? username;

async function remove(deps: ActDeps, person: Person, yes = false): Promise<string[]> {
  const name = nameOf(person);
  if (!yes && !Deno.stdin.isTerminal()) throw new CommandError("This cannot be undone: --yes does it all the same.");
  if (!yes && prompt(`This cannot be undone. Type ${name} to delete the account:`) !== name) {
    throw new CommandError("Nothing was deleted.");
  }
  await removePerson(deps, actor, person.id);
  await deps.purge.sweep();
  await deps.purge.close();
  return [`The account ${name} is deleted.`];
}

interface To {
  file: string;
  interrupted: AbortSignal;
}

async function exportTo(deps: ActDeps, person: Person, { file, interrupted }: To): Promise<string[]> {
  if (await exists(file)) throw new CommandError(`${file} already exists; not overwritten.`);
  if (!await exists(dirname(file))) throw new CommandError(`There is no folder ${dirname(file)}.`);
  await recordExport(deps, actor, person.id);
  await writeAtomically(file, async (partial) => {
    const zip = await exportAccount(deps, person.id, interrupted);
    const opened = await Deno.open(partial, { write: true });
    // That closes the file.
    await zip.pipeTo(opened.writable);
  }, interrupted);
  return [`Everything of ${nameOf(person)} is in ${file}: ${((await Deno.stat(file)).size / 1e6).toFixed(1)} MB.`];
}

export const command = (args: string[], interrupted: AbortSignal): Promise<string[]> =>
  people(args, { config: readConfig(), interrupted });
