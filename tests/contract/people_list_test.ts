import assert from "node:assert/strict";
import { addedPeople } from "../../server/contract/account/limits.ts";
import {
  lineOf,
  NewPeople,
  NewPeopleForm,
  readPeople,
  TypedPeople,
} from "../../server/contract/account/added_people_shapes.ts";

const inLine = (text: string) =>
  readPeople(text).map(({ fullName, username, email, isUnreadable }) =>
    [fullName, username ?? "", email ?? "", ...isUnreadable ? ["?"] : []].join("|")
  );

Deno.test("a list is read as it comes out of a spreadsheet: with tabs, semicolons or commas, and without its header", () => {
  const typed = [
    "\ufeffFull name;Email",
    " Ada Lovelace ",
    "",
    "Grace Hopper, grace.h",
    "Emmy\temmy@example.org\temmy.n",
    '"Ida Rhodes";ida@example.org',
    ", nobody",
    "a, b, c",
  ].join("\r\n");
  assert.deepEqual(inLine(typed), [
    "Ada Lovelace||",
    "Grace Hopper|grace.h|",
    "Emmy|emmy.n|emmy@example.org",
    "Ida Rhodes||ida@example.org",
    "|nobody|",
    "a|b||?",
  ]);
  assert.deepEqual(readPeople(typed).map(({ line }) => line), [2, 4, 5, 6, 7, 8], "as they were pasted");
  assert.deepEqual(inLine("Name\nName Surname"), ["Name Surname||"]);
  assert.deepEqual(inLine("Weber, Anna\nRhodes;Ida;ida.r"), ["Anna Weber||", "Ida Rhodes|ida.r|"]);
});

Deno.test("an address that ends a name is read as mail programs write it, and no other name has an @", () => {
  const typed = 'Ada Lovelace <ada@example.org>\n"Grace Hopper" grace@example.org\nnot@an@address\nEmmy @home';
  assert.deepEqual(inLine(typed), [
    "Ada Lovelace||ada@example.org",
    "Grace Hopper||grace@example.org",
    "not@an@address||",
    "Emmy @home||",
  ]);
  const isPerson = (fullName: string) => NewPeople.safeParse({ people: [{ fullName }] }).success;
  assert.deepEqual(["not@an@address", "Emmy @home", "Ada"].map(isPerson), [false, false, true]);
});

Deno.test("what a preview sends is read again as it was shown, whatever is in a name", () => {
  const people = [{ fullName: "Lovelace, Ada; or A." }, { fullName: "Ada", username: "ada", email: "ada@example.org" }];
  assert.deepEqual(readPeople(people.map(lineOf).join("\n")).map(lineOf), people.map(lineOf));
  assert.deepEqual(inLine(lineOf(people[0])), ["Lovelace, Ada; or A.||"]);
});

Deno.test("a list has at least one and at most 200 people, and its length is looked at first", () => {
  const { most, typed } = addedPeople;
  const lines = (count: number) => "Ada\n".repeat(count);
  const isRead = (people: string) =>
    TypedPeople.safeParse({ people }).success && NewPeopleForm.safeParse({ people }).success;
  assert.deepEqual([lines(most), lines(most + 1), " \n", "a".repeat(typed + 1)].map(isRead), [
    true,
    false,
    false,
    false,
  ]);
  const people = Array.from({ length: most + 1 }, () => ({ fullName: "Ada" }));
  assert.deepEqual([people, people.slice(1), []].map((people) => NewPeople.safeParse({ people }).success), [
    false,
    true,
    false,
  ]);
});

Deno.test("a list with too many lines, even blank ones, is refused without being read, and so are columns without end", () => {
  const { lines, most } = addedPeople;
  const refusals = (people: string) =>
    [TypedPeople, NewPeopleForm].map((form) => form.safeParse({ people }).error?.issues.map(({ message }) => message));
  const tooMany = [`Please paste at most ${most} lines at a time`];
  assert.deepEqual(refusals(`Ada${"\n".repeat(lines)}`), [tooMany, tooMany]);
  assert.deepEqual(refusals(`Ada${"\n".repeat(lines - 1)}`), [undefined, undefined]);
  assert.deepEqual(readPeople("\n".repeat(99_000)), []);
  assert.deepEqual(inLine(`Ada${",x".repeat(9_000)}`), ["Ada|x||?"]);
});
