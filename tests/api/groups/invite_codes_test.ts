import assert from "node:assert/strict";
import { pngUrl } from "../../media/pictures.ts";
import type { Person } from "../../support/app.ts";
import { mailsOf, type Options, startCast } from "../../support/cast.ts";
import { inScene } from "../../support/in_scene.ts";
import { codeOf, cookieOf, setCookieOf, submit, visit } from "../../support/requests.ts";

async function withCodes(options?: Options) {
  const app = await startCast(options);
  const { call, ada, here } = app;
  const make = async (choice = {}) => (await call("POST", `${here}/invites`, ada, choice)).body.invite;
  return {
    ...app,
    make,
    open: async (code: string) => codeOf(await call("GET", `/join/${code}`, null)),
    join: (as: Pick<Person, "token">, code: string) => call("POST", `/join/${code}`, as),
    isIn: async (as: Person) => (await call("GET", here, as)).status === 200,
  };
}

const test = inScene(withCodes);

type Scene = Awaited<ReturnType<typeof withCodes>>;

test("Mallory joins by the code of a link, which counts as a use of it, and which organizers are shown again", async (app) => {
  const { code, id, url } = await app.make({ maxUses: 1 });
  assert.match(code, /^[A-HJKMNPRSTW-Z]{6}$/);
  assert.ok(!url.includes(code));
  const { body } = await app.call("GET", `${app.here}/invites`, app.ada);
  assert.deepEqual(body.invites.map((invite: { id: string; code: string }) => [invite.id, invite.code]), [[id, code]]);
  assert.equal((await app.join(app.mallory, `${code.slice(0, 3)}-${code.slice(3).toLowerCase()}`)).status, 200);
  assert.equal(await app.isIn(app.mallory), true);
  assert.equal(await app.open(code), "410 invite_used_up");
  assert.equal(await app.open(new URL(url).pathname.slice("/join/".length)), "410 invite_used_up");
});

test("without script a code leads to its group in any way it is typed, and what is none is asked for again", async (app) => {
  const { code } = await app.make();
  const typed = `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`;
  for (const path of [`/join?code=${encodeURIComponent(typed)}`, `/join/${encodeURIComponent(typed)}`]) {
    const answer = await visit(app, path);
    assert.deepEqual([answer.status, answer.headers.get("Location")], [303, `/join/${code}`]);
  }
  assert.ok((await (await visit(app, `/join/${code}`)).text()).includes(app.circle.groupName));
  const wrong = await visit(app, "/join?code=AB%22C");
  const html = await wrong.text();
  assert.ok(wrong.status === 400 && html.includes('value="AB&quot;C"') && html.includes("A code has six letters"));
  const unknown = await visit(app, "/join/ABCDEF");
  assert.ok(unknown.status === 404 && (await unknown.text()).includes('value="ABC DEF"'));
});

Deno.test("wrong codes are limited by address, on pages too, and then no right one is taken but of people who are logged in; a class whose codes are right is never refused", async () => {
  await using app = await withCodes({ env: { RATE_LIMITS: "wrongInviteCode=3/3600" } });
  const { code } = await app.make();
  const all = await Promise.all(Array.from({ length: 40 }, () => app.open(code)));
  assert.deepEqual(new Set(all), new Set(["200"]));
  assert.equal(await app.open("ABCDEF"), "404 invite_not_found");
  assert.equal((await visit(app, "/join/ABCDEG")).status, 404);
  assert.deepEqual(new Set(await Promise.all(Array.from({ length: 40 }, () => app.open(code)))), new Set(["200"]));
  assert.equal(await app.open("ABCDEH"), "404 invite_not_found");
  assert.equal(await app.open("ABCDEJ"), "429 too_many_requests");
  assert.equal(await app.open(code), "429 too_many_requests");
  assert.equal((await app.join(app.mallory, code)).status, 200);
  const page = await visit(app, `/join/${code}`);
  assert.equal(page.status, 429);
  assert.match(await page.text(), /Too many wrong codes were tried/);
});

Deno.test("of many guesses at once no more are answered than one after the other, and those of all addresses have a limit too", async () => {
  await using app = await withCodes({
    env: { RATE_LIMITS: "wrongInviteCode=50/3600,wrongInviteCodeAll=20/3600,wrongInviteCodeFew=5/3600" },
  });
  const { code } = await app.make();
  const letters = "ABCDEFGHJKMNPRSTWXYZ";
  const guesses = [...letters].flatMap((one) => [...letters].map((other) => `AAAA${one}${other}`)).slice(0, 60);
  const answers = await Promise.all([...guesses, code].map(app.open));
  assert.equal(answers.filter((answer) => answer === "404 invite_not_found").length, 20);
  assert.equal(await app.open(code), "429 too_many_requests");
});

Deno.test("registering and logging in with a code count wrong ones as well", async () => {
  await using app = await withCodes({ env: { RATE_LIMITS: "wrongInviteCode=2/3600", REGISTRATION: "invite" } });
  const { code } = await app.make();
  const register = (name: string, invite: string) =>
    app.call("POST", "/auth/register", null, {
      fullname: name,
      email: `${name}@example.org`,
      password: "Correct-horse-1",
      invite,
    });
  assert.equal((await register("Nora", code)).status, 201);
  assert.equal(codeOf(await register("Lise", "ABCDEF")), "403 invitation_needed");
  assert.equal(codeOf(await register("Lise", "ABCDEG")), "403 invitation_needed");
  assert.equal(codeOf(await register("Lise", code)), "429 too_many_requests");
});

const password = "Correct-horse-1";
const fields = (name: string) => ({
  fullname: name,
  email: `${name.toLowerCase()}@example.org`,
  password,
  confirmPassword: password,
});

/** The cookies of a browser that a visitor registers with after pressing *Join*, and what they got. */
async function registerBy(app: Scene, code: string, name: string) {
  const pressed = await submit(app, `/join/${code}`, null, { by: "register" });
  const cookie = `chapterhouse_join=${setCookieOf(pressed, "chapterhouse_join")!.value}`;
  const send = (path: string, init: RequestInit, ...more: string[]) =>
    visit(app, path, null, { ...init, headers: { Origin: app.url, Cookie: [cookie, ...more].join("; ") } });
  const form = await (await send(`/register?next=%2Fjoin%2F${code}`, {})).text();
  const answer = await send("/register", { method: "POST", body: new URLSearchParams(fields(name)) });
  const registered = setCookieOf(answer, "chapterhouse_registered");
  const ticket = `chapterhouse_registered=${registered?.value}`;
  const [link] = await app.links(fields(name).email);
  return { form, answer, registered, ticket, link };
}

const verify = (app: Scene, link: string, ...cookies: string[]) =>
  visit(app, link, null, {
    method: "POST",
    body: new URLSearchParams(),
    headers: { Origin: app.url, Cookie: cookies.join("; ") },
  });

test("a visitor who registers by a code sees the group on every step, and is logged in and in it by the mailed link in the same browser", async (app) => {
  const { code } = await app.make();
  const { form, answer, registered, ticket, link } = await registerBy(app, code, "Nora");
  const joining = `You are joining ${app.circle.groupName}.`;
  assert.ok(form.includes(joining));
  assert.equal(answer.headers.get("Location"), "/register?done");
  assert.ok(registered!.attributes.includes("httponly") && registered!.attributes.includes("max-age=3600"));
  await app.call("POST", "/auth/resend-verification", null, { email: fields("Nora").email });
  const mails = await mailsOf(app, fields("Nora").email);
  assert.deepEqual(mails.map(({ text }) => text.includes(`! ${joining} `)), [true, true]);
  const read = async (path: string) => await (await visit(app, path, null, { headers: { Cookie: ticket } })).text();
  for (const path of ["/register?done", link]) assert.ok((await read(path)).includes(joining), path);
  const verified = await verify(app, link, ticket);
  assert.deepEqual([verified.status, verified.headers.get("Location")], [303, `/group/${app.circle.id}`]);
  const session = `chapterhouse_session=${setCookieOf(verified)!.value}`;
  const flash = `chapterhouse_flash=${setCookieOf(verified, "chapterhouse_flash")!.value}`;
  const page = await visit(app, `/group/${app.circle.id}`, null, { headers: { Cookie: `${session}; ${flash}` } });
  assert.ok(page.status === 200 && (await page.text()).includes(`Welcome to ${app.circle.groupName}`));
});

Deno.test("the mailed link logs nobody in elsewhere, with another's cookie, beside a session, or an hour later", async () => {
  let now = Date.now();
  await using app = await withCodes({ clock: () => now });
  const { code } = await app.make();
  const mallory = cookieOf(app.mallory);
  const cases: [string, (own: string, former: string) => string[], number][] = [
    ["Nora", () => [], 0],
    ["Lise", (_, former) => [former], 0],
    ["Emmy", (own) => [own, mallory], 0],
    ["Maria", (own) => [own], 61 * 60_000],
  ];
  let former = "";
  for (const [name, cookies, later] of cases) {
    const { ticket, link } = await registerBy(app, code, name);
    now += later;
    const verified = await verify(app, link, ...cookies(ticket, former));
    assert.deepEqual([verified.status, setCookieOf(verified)], [200, undefined], name);
    assert.ok((await verified.text()).includes(`href="/login?next=%2Fgroup%2F${app.circle.id}"`));
    former = ticket;
  }
});

test("a visitor who registers without an invitation gets no such cookie", async (app) => {
  const answer = await submit(app, "/register", null, fields("Nora"));
  assert.deepEqual([answer.status, setCookieOf(answer, "chapterhouse_registered")], [303, undefined]);
});

test("what other sites show of a link is the group's, at public addresses, and names no member", async (app) => {
  const { code } = await app.make();
  const head = async () => (await (await visit(app, `/join/${code}`)).text()).split("</head>")[0];
  const tags = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):\w+)" content="([^"]*)"/g)].map((
        [, name, content],
      ) => [
        name,
        content,
      ]),
    );
  const { publicUrl } = app.deps.config;
  const html = await head();
  assert.deepEqual(tags(html), {
    "og:type": "website",
    "og:site_name": "Chapterhouse",
    "og:title": `Join ${app.circle.groupName}`,
    "og:description": "You are invited to a study group.",
    "og:image": `${publicUrl}/icons/app-512.png`,
    "twitter:card": "summary",
  });
  const { groupName } = app.circle;
  assert.ok(!/\bada\b/i.test(html.replaceAll(groupName, "")));
  const { group } = (await app.call("PUT", app.here, app.ada, { image: await pngUrl("#557766") })).body;
  assert.equal(tags(await head())["og:image"], publicUrl + group.image);
  assert.equal((await visit(app, group.image)).status, 200);
  assert.equal(tags(await (await visit(app, "/join/ABCDEF")).text())["og:title"], "Join a group");
});
