import assert from "node:assert/strict";
import { forgetDrawn } from "../../routes/layout/drawn.ts";
import { type Person, startApp, type TestApp } from "../support/app.ts";
import { randomFrom } from "../support/random.ts";
import { visit } from "../support/requests.ts";

const thumbsUp = encodeURIComponent("👍");

Deno.test("whoever looked before, readers see just what they see when all is drawn anew", async () => {
  await using app = await startApp();
  const random = randomFrom(26);
  const people = await Promise.all(["Ada", "Grace", "Mallory", "Noor", "Tomasz"].map(app.person));
  const group = await app.group(people[0], ...people.slice(1));
  await app.group(people[1], people[2]);
  const one = () => people[random(people.length)];
  const { body: { book } } = await app.call("POST", `/books/groups/${group.id}/books`, people[0], {
    title: "Sketch",
    pageCount: 100,
  });
  const pages = ["/dashboard", `/group/${group.id}`, `/group/${group.id}?tab=members`];
  const messages: { id: string; userId: string }[] = [];
  let [asked, shared] = [0, 0];
  for (let round = 0; round < 120; round++) {
    for (let n = 0; n < 3; n++) await change(app, { random, one, group: group.id, book: book.id, messages });
    const [reader, other] = [one(), one()];
    const path = pages[random(pages.length)];
    await show(app, path, other);
    const seen = await show(app, path, reader);
    forgetDrawn();
    assert.ok(seen === await show(app, path, reader), `${path} of ${reader.username} after ${other.username}`);
    asked++;
    if (other !== reader) shared++;
  }
  assert.ok(shared > asked / 2);
});

interface Changing {
  random: (limit: number) => number;
  one: () => Person;
  group: string;
  book: string;
  messages: { id: string; userId: string }[];
}

/** Something that changes what some of them see of a message, a member or a group. */
async function change(app: TestApp, { random, one, group, book, messages }: Changing): Promise<void> {
  const person = one();
  const to = `/groups/${group}/messages`;
  const message = messages[random(messages.length)];
  const write = async (more: Record<string, unknown>) => {
    const content = `Page ${random(90)}, says @${one().username} at https://example.org/${random(9)}`;
    const { body } = await app.call("POST", to, person, { content, ...more });
    if (body.message) messages.push(body.message);
  };
  const changes = [
    () => write({}),
    () => write({ anchor: { bookId: book, page: 1 + random(99) } }),
    ...Array.from({ length: 3 }, () => () => write({ replyTo: message?.id })),
    () => app.call("PUT", `/books/${book}/progress`, person, { currentPage: random(100) }),
    () => app.call("PUT", `/books/${book}/edition`, person, { pageCount: 100, unit: random(2) ? "pages" : "minutes" }),
    () => app.call("PUT", `/users/${one().id}/block`, person),
    () => app.call("DELETE", `/users/${one().id}/block`, person),
    () => app.call("PUT", `/groups/${group}/read`, person, { seq: random(messages.length + 1) }),
    ...Array.from(
      { length: 2 },
      () => () => app.call("PUT", "/users/profile", person, { fullName: `Name ${random(50)}` }),
    ),
    ...message
      ? [
        () => app.call("PUT", `${to}/${message.id}/reactions/${thumbsUp}`, person),
        () => app.call("DELETE", `${to}/${message.id}/reactions/${thumbsUp}`, person),
        () => app.call("PUT", `${to}/${message.id}/pin`, person),
        () => app.call("PUT", `${to}/${message.id}`, { token: tokenOf(message) }, { content: "Changed" }),
        () => app.call("DELETE", `${to}/${message.id}`, { token: tokenOf(message) }),
      ]
      : [],
  ];
  await changes[random(changes.length)]();

  function tokenOf({ userId }: { userId: string }): string {
    const author = one();
    return author.id === userId ? author.token : person.token;
  }
}

/** Without the keys of its forms, which are new each time. */
async function show(app: TestApp, path: string, reader: Person): Promise<string> {
  const answer = await visit(app, path, reader);
  assert.equal(answer.status, 200);
  return (await answer.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "");
}
