import assert from "node:assert/strict";
import { forgetDrawn } from "../../routes/layout/drawn.tsx";
import { type Answer, type Person, startApp, type TestApp } from "../support/app.ts";
import { randomFrom } from "../support/random.ts";
import { visitIn } from "../support/requests.ts";

const thumbsUp = encodeURIComponent("👍");
/** Two of which are never on one day for an hour or more. */
const zones = ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"];

Deno.test("whoever looked before, and wherever they are, readers see just what they see when all is drawn anew", async () => {
  await using app = await startApp();
  const scene = await setScene(app);
  const { random, pages } = scene;
  let drawnBefore = 0;
  for (let round = 0; round < 120; round++) {
    const [reader, other] = [one(scene), one(scene)];
    const [path, otherPath] = [pages[random(pages.length)], pages[random(pages.length)]];
    const [zone, otherZone] = [zones[random(zones.length)], zones[random(zones.length)]];
    await show(app, path, { reader: other, zone: otherZone });
    for (let n = 0; n < 3; n++) await change(scene);
    await show(app, otherPath, { reader: other, zone });
    const seen = await show(app, path, { reader, zone });
    drawnBefore += forgetDrawn();
    const drawnAnew = await show(app, path, { reader, zone });
    assert.ok(seen === drawnAnew, `${path} of ${reader.username} in ${zone} after ${other.username} in ${otherZone}`);
    drawnBefore -= forgetDrawn();
  }
  assert.ok(drawnBefore > 500, `${drawnBefore}`);
});

interface Scene {
  app: TestApp;
  random: (limit: number) => number;
  people: Person[];
  group: string;
  book: string;
  pages: string[];
  messages: { id: string; userId: string }[];
}

async function setScene(app: TestApp): Promise<Scene> {
  const people = await Promise.all(["Ada", "Grace", "Mallory", "Noor", "Tomasz"].map(app.person));
  const [ada, grace, mallory, ...others] = people;
  const group = await app.group(ada, grace, mallory, ...others);
  const circle = await app.group(grace, ada, mallory, ...others);
  const sketch = { title: "Sketch", pageCount: 100 };
  const { body: { book } } = await app.call("POST", `/books/groups/${group.id}/books`, ada, sketch);
  const groups = [group, circle].map(({ id }) => `/group/${id}`);
  const pages = ["/dashboard", ...groups, groups[0], `${groups[0]}?tab=members`];
  return { app, random: randomFrom(26), people, group: group.id, book: book.id, pages, messages: [] };
}

const one = ({ random, people }: Scene): Person => people[random(people.length)];

/** Something that changes what some of them see of a message, a member or a group. */
async function change(scene: Scene): Promise<void> {
  const { app, random, people, group, book, messages } = scene;
  const [ada] = people;
  const person = one(scene);
  const to = `/groups/${group}/messages`;
  const write = async (more: Record<string, unknown>) => {
    const content = `Page ${random(90)}, says @${one(scene).username} at https://example.org/${random(9)}`;
    const answer = await app.call("POST", to, person, { content, ...more });
    if (answer.body.message) messages.push(answer.body.message);
    return answer;
  };
  if (messages.length === 0) return void await write({});
  const message = messages[random(messages.length)];
  const author = people.find(({ id }) => id === message.userId)!;
  const others = people.filter((other) => other !== person);
  const blocked = others[random(others.length)];
  const reply = () => write({ replyTo: message.id });
  const rename = () => app.call("PUT", "/users/profile", person, { fullName: `Name ${random(50)}` });
  const changes: (() => Promise<Answer<unknown>>)[] = [
    () => write({}),
    () => write({ anchor: { bookId: book, page: 1 + random(99) } }),
    ...[reply, reply, reply, rename, rename],
    () => app.call("PUT", `/books/${book}/progress`, person, { currentPage: random(100) }),
    () => app.call("PUT", `/books/${book}/edition`, person, { pageCount: 100, unit: random(2) ? "pages" : "minutes" }),
    () => app.call("PUT", `/users/${blocked.id}/block`, person),
    () => app.call("DELETE", `/users/${blocked.id}/block`, person),
    () => app.call("PUT", `/groups/${group}/read`, person, { seq: random(messages.length + 1) }),
    () => app.call("PUT", `/groups/${group}`, ada, { groupName: `Group ${random(50)}` }),
    () => app.call("PUT", `${to}/${message.id}/reactions/${thumbsUp}`, person),
    () => app.call("DELETE", `${to}/${message.id}/reactions/${thumbsUp}`, person),
    () => app.call("PUT", `${to}/${message.id}/pin`, ada),
    () => app.call("PUT", `${to}/${message.id}`, author, { content: `Changed ${random(9)}` }),
    () => app.call("DELETE", `${to}/${message.id}`, author),
  ];
  await changes[random(changes.length)]();
}

/** Without the keys of its forms, which are new each time. */
async function show(app: TestApp, path: string, { reader, zone }: { reader: Person; zone: string }): Promise<string> {
  const answer = await visitIn(app, path, { as: reader, zone });
  assert.equal(answer.status, 200);
  return (await answer.text()).replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "");
}
