/** What pages and messages are measured with: fifty groups, and one of them with all that a group has. */
import type { TestProcess } from "../support/process.ts";

const [members, groupCount] = [10, 50];
/** Of a message, in a group for each. */
export const listeners = [1, 20, 200];
const thumbsUp = encodeURIComponent("👍");
const sentences = [
  "Page 41!",
  "Has anybody solved exercise seven already?",
  "I am stuck at the third part of it, the one with the cards, and would rather not look at the solution yet.",
  "See https://example.org/notes#seven, @other1 has put a drawing there 🙂",
  "Three things to bring on Thursday:\n1. your copy\n2. a question\n3. what you would have written in its place,\n" +
  "and, if you can, the letters.",
];

/** Ada's groups, one of them with talk, books and notes: made by calls alone, which other versions have too. */
export async function fill(service: TestProcess) {
  const call = async (method: string, path: string, token: string | undefined, body: unknown) => {
    const answer = await service.call(method, path, token, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const person = async (fullname: string) => {
    const account = { fullname, email: `${fullname.replace(" ", "")}@example.org`, password: "Secret123" };
    await call("POST", "/auth/register", undefined, account);
    const { token, user } = await call("POST", "/auth/login", undefined, account);
    return { token: token as string, id: user.id as string };
  };
  const people: Awaited<ReturnType<typeof person>>[] = [];
  for (let n = 0; n < members; n++) people.push(await person(n ? `Other ${n}` : "Ada Lovelace"));
  const [ada, ...others] = people;
  const groups: string[] = [];
  for (let n = 0; n < groupCount; n++) {
    const named = { groupName: `Study group ${n}`, description: "Reading together, chapter by chapter" };
    const { group } = await call("POST", "/groups", ada.token, named);
    groups.push(group.id);
    for (const { id } of n % 5 ? [others[n % others.length]] : others) {
      await call("POST", `/groups/${group.id}/members`, ada.token, { userId: id });
    }
  }
  const [group] = groups;
  const books: string[] = [];
  for (let n = 0; n < 3; n++) {
    const shelved = { title: `Sketch of the Engine ${n}`, authors: ["Luigi Menabrea"], pageCount: 200 };
    books.push((await call("POST", `/books/groups/${group}/books`, ada.token, shelved)).book.id);
  }
  const [book] = books;
  for (const [n, { token }] of people.entries()) {
    await call("PUT", `/books/${book}/progress`, token, { currentPage: 20 + n });
    const note = { content: `What I wrote about page ${10 + n}`, pageNumber: 10 + n, bookId: book };
    await call("POST", `/books/${book}/notes/${10 + n}`, token, note);
    await call("PUT", `/books/${book}/notes/${10 + n}/sharing`, token, { shared: true });
  }
  const messages: string[] = [];
  for (let n = 0; n < 150; n++) {
    const content = `${sentences[n % sentences.length]} (${n})`;
    const replyTo = n % 9 === 8 ? messages[n - 5] : undefined;
    const sent = await call("POST", `/groups/${group}/messages`, people[n % members].token, { content, replyTo });
    messages.push(sent.message.id);
    if (n % 7 === 0) await call("PUT", `/groups/${group}/messages/${messages[n]}/reactions/${thumbsUp}`, ada.token, {});
  }
  await call("PUT", `/groups/${group}/read`, ada.token, { seq: messages.length });
  return {
    token: ada.token,
    /** A member of all the groups that are talked in, whose pages nobody asks for. */
    speaker: others[0],
    group,
    book,
    rooms: Object.fromEntries(listeners.map((n, at) => [n, groups[5 * (at + 1)]])),
  };
}
