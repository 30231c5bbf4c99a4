import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright";
import { startApp, type TestApp } from "../support/app.ts";
import { member, openBrowser, type Visitor, visitor } from "../support/browser.ts";

/**
 * Markup in every sense: of an attribute, of an element, of a script and of a template; and what turns writing around.
 */
const markup = `\u202e"'><img data-xss src onerror=canary()></script><svg data-xss onload=canary()>`;
const link = `https://example.org/"onfocus="canary()"><svg/data-xss/onload=canary()>`;
const said = `${markup} javascript:canary() ${link} {{canary()}} \${canary()}`;

Deno.test("markup in any field is shown as text on every screen: it neither runs nor changes the direction of text around it", async () => {
  await using app = await startApp();
  const { ada, grace, group, book } = await infest(app);
  await using browser = await openBrowser();
  await using reader = await member(browser, app.url, grace);
  await watch(reader.context);
  const here = `/group/${group}`;
  const screens = [
    "/dashboard",
    "/dashboard?create",
    "/dashboard?tab=friends",
    "/events",
    "/profile",
    "/profile?edit",
    "/profile?tab=friends",
    "/profile?tab=requests",
    `/profile/${ada.id}`,
    `/search?username=example`,
    `/search?username=${encodeURIComponent(markup)}`,
    here,
    `${here}?add&query=a`,
    `${here}?query=${encodeURIComponent(markup)}`,
    `${here}?book=${book}&page=3`,
    `${here}?book=${book}&page=3&view=split`,
    `${here}?tab=members`,
    `${here}?tab=members&add&username=example`,
    `${here}?tab=${encodeURIComponent(markup)}`,
    "/dev/mail",
  ];
  let shown = 0;
  for (const screen of screens) {
    await reader.visit(screen);
    await assertHarmless(reader.page, screen);
    if ((await reader.page.locator("body").innerText()).includes("<svg data-xss")) shown++;
  }
  assert.ok(shown >= 12, `only ${shown} of ${screens.length} screens show any of it`);
  await assertHarmlessWhenLive(app, { reader, here, ada, group });
});

/** Messages and books that come while the page is open, and what a flash cookie says. */
async function assertHarmlessWhenLive(
  app: TestApp,
  { reader, here, ada, group }: { reader: Visitor; here: string; ada: { token: string }; group: string },
): Promise<void> {
  await reader.visit(here);
  await app.call("POST", `/groups/${group}/messages`, ada, { content: `live ${said}` });
  await reader.page.getByText("live ").first().waitFor();
  await app.call("POST", `/books/groups/${group}/books`, ada, { title: `live ${markup}`, author: markup });
  await reader.page.locator(".book-card").getByText("live ").first().waitFor();
  await assertHarmless(reader.page, "what comes live");
  const flash = encodeURIComponent(encodeURIComponent(JSON.stringify({ kind: "error", text: markup })));
  await reader.context.addCookies([{ name: "chapterhouse_flash", value: flash, url: app.url }]);
  await reader.visit("/dashboard");
  await assertHarmless(reader.page, "a flash cookie");
}

Deno.test("markup in form values and query strings is shown as text", async () => {
  await using app = await startApp();
  await using browser = await openBrowser();
  await using reader = await visitor(browser, app.url, { javaScriptEnabled: true });
  await watch(reader.context);
  const typed = encodeURIComponent(markup);
  for (const screen of [`/login?next=/${typed}`, `/verify-email?token=${typed}`, `/reset-password?token=${typed}`]) {
    await reader.visit(screen);
    await assertHarmless(reader.page, screen);
  }
  for (const [path, fields] of Object.entries(forms)) {
    await reader.visit("/about");
    await send(reader.page, path, fields);
    await reader.alive();
    await assertHarmless(reader.page, path);
  }
});

const forms = {
  "/login": { email: markup, password: "wrong" },
  "/register": { fullname: markup, email: markup, password: "Correct-horse-1", confirmPassword: "Correct-horse-1" },
  "/forgot-password": { email: markup },
  "/verify-email/resend": { email: markup },
};

/** Sends a form as a page of ours would that had these fields. */
async function send(page: Page, path: string, fields: Record<string, string>): Promise<void> {
  const arrived = page.waitForURL(`**${path}`);
  await page.evaluate(([path, fields]) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: path });
    for (const [name, value] of Object.entries(fields)) {
      form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    form.submit();
  }, [path, fields] as const);
  await arrived;
}

/** Ada and Grace with markup wherever they could write. */
async function infest(app: TestApp) {
  const [ada, grace] = [await app.person("Ada"), await app.person("Grace")];
  const { body } = await app.call("POST", "/groups", ada, { groupName: markup, description: said });
  const group = body.group.id;
  await app.call("POST", `/groups/${group}/members`, ada, { userId: grace.id });
  const links = { linkedin: link, instagram: link, twitter: link };
  for (const one of [ada, grace]) {
    const { status } = await app.call("PUT", "/users/profile", one, { fullName: markup, bio: said, ...links });
    assert.equal(status, 200);
    await app.call("POST", `/groups/${group}/messages`, one, { content: said });
  }
  await app.call("POST", `/friends/request/${grace.id}`, ada);
  const facts = {
    title: markup,
    author: markup,
    description: said,
    publisher: markup,
    publishedDate: link.slice(20, 60),
  };
  const more = {
    categories: [markup],
    language: "\"'><svg data-xss onload=canary()>",
    isbn: "</script><svg/onload=canary()>",
  };
  const added = {
    ...facts,
    ...more,
    googleBooksId: "\"'><svg data-xss onload=canary()>",
    pageCount: 9,
    coverImage: link,
  };
  const book = (await app.call("POST", `/books/groups/${group}/books`, ada, added)).body.book.id;
  await app.call("POST", `/books/${book}/notes/3`, grace, { content: said, pageNumber: 3, bookId: book });
  return { ada, grace, group, book };
}

/** What the pages' own scripts cannot know of. */
interface Watched {
  ran?: number;
  violations?: string[];
}

/** Counts what runs, and what the content security policy kept from it. */
const watch = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen = globalThis as unknown as Watched;
    Object.assign(globalThis, { canary: () => seen.ran = (seen.ran ?? 0) + 1 });
    const violations: string[] = seen.violations = [];
    addEventListener("securitypolicyviolation", (event) => {
      const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
      violations.push(`${violatedDirective} ${blockedURI}`);
    });
  });

async function assertHarmless(page: Page, screen: string): Promise<void> {
  const found = await page.evaluate(() => {
    const { ran, violations } = globalThis as unknown as Watched;
    return { ran, violations, elements: document.querySelectorAll("[data-xss]").length };
  });
  assert.deepEqual(found, { ran: undefined, violations: [], elements: 0 }, screen);
  assert.deepEqual(await page.evaluate(turnedAround), [], screen);
}

/** Texts in Latin letters of which the last letter stands before the first. */
function turnedAround(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const turned: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent!.trim();
    if (!/^[\w@. ]{4,}$/.test(text) || !(node.parentElement as HTMLElement).checkVisibility()) continue;
    const at = (index: number) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      return range.getBoundingClientRect();
    };
    const start = node.textContent!.indexOf(text);
    const [first, last] = [at(start), at(start + text.length - 1)];
    if (first.width > 0 && Math.abs(first.top - last.top) < 2 && last.left < first.left) turned.push(text);
  }
  return turned;
}
