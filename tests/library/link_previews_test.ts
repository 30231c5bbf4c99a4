import assert from "node:assert/strict";
import { findLinkPicture } from "../../db/chat/link_previews.ts";
import { linkPreviews } from "../../db/schema.ts";
import { linkFetch, linkPreview } from "../../server/contract/chat/link_limits.ts";
import { openLinkPreviews } from "../../server/library/link_previews.ts";
import { openLog } from "../../server/log.ts";
import { loadSharp } from "../../server/media/picture_kind.ts";
import { bomb, plain } from "../media/pictures.ts";
import { freshDb } from "../support/db.ts";
import { redirect, type Site, startWebServer } from "../support/servers/web_server.ts";

/** Previews of a web with this in it. @param timeout milliseconds, so many that only what hangs takes longer */
async function withSite(site: Site, timeout = 30_000) {
  await using opening = new AsyncDisposableStack();
  const { db } = opening.use(await freshDb());
  const web = opening.use(await startWebServer(site));
  let now = 1e12;
  const previews = openLinkPreviews({ db, clock: () => now, log: openLog("silent"), fetch: web.fetch, timeout });
  opening.defer(previews.close);
  const disposal = opening.move();
  /** Whether the page at an address could be shown. */
  async function shows(url: string, allowed = true): Promise<boolean> {
    let shown = false;
    previews.request(url, {
      isAllowed: () => Promise.resolve(allowed),
      show: (key) => Promise.resolve(void (shown = key === previews.keyOf(url))),
    });
    await previews.idle();
    return shown;
  }
  return {
    db,
    web,
    previews,
    shows,
    pass: (ms: number) => void (now += ms),
    stored: async () => await db.q.select().from(linkPreviews),
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  };
}

const url = "http://a.example/page";
const page = (image = "/picture") => `<head><title>A page</title><meta property=og:image content="${image}"></head>`;
const png = async (size?: Parameters<typeof plain>[1]) => (
  { type: "image/png", bytes: await plain("#345", size).withExif({ IFD0: { Copyright: "somebody" } }).png().toBuffer() }
);

Deno.test("a page is stored with its title, its host and a small picture of our own making", async () => {
  await using site = await withSite({
    "a.example/page": redirect("http://www.a.example/"),
    "www.a.example/": page(),
    "www.a.example/picture": await png({ width: 800, height: 400 }),
  });
  assert.ok(await site.shows(url));
  const [{ pictureName, picture, size, ...stored }] = await site.stored();
  assert.deepEqual(stored, {
    key: site.previews.keyOf(url),
    url,
    site: "www.a.example",
    title: "A page",
    fetchedAt: 1e12,
    failedAt: null,
  });
  assert.match(pictureName!, /^[0-9a-f]{32}$/);
  const bytes = (await findLinkPicture(site.db, pictureName!))!;
  assert.deepEqual([bytes.length, picture!.length], [size, size]);
  const { format, width, height, exif } = await (await loadSharp())(bytes).metadata();
  assert.deepEqual([format, width, height, exif], ["webp", linkPreview.width, linkPreview.height, undefined]);
  assert.deepEqual(site.web.requested, ["a.example/page", "www.a.example/", "www.a.example/picture"]);
});

Deno.test("a page without a picture that can be shown is shown without one", async () => {
  const svg = { type: "image/png", bytes: new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>") };
  const pictures: Site = {
    "a.example/pixel": await png({ width: 1, height: 1 }),
    "a.example/svg": { ...svg, type: "image/svg+xml" },
    "a.example/disguised": svg,
    "a.example/html": page(),
    "a.example/bomb": { type: "image/png", bytes: bomb(20_000, 20_000) },
    "a.example/broken": { type: "image/png", bytes: (await png()).bytes.subarray(0, 60) },
    "a.example/large": { type: "image/png", bytes: new Uint8Array(linkFetch.bytes + 1) },
    "a.example/inner": redirect("http://169.254.169.254/picture"),
    "a.example/failing": (response) => void response.writeHead(500).end(),
  };
  const addresses = [...Object.keys(pictures).map((address) => `http://${address}`), "http://a.example/missing"]
    .concat("http://10.0.0.1/picture", "http://localhost/picture", "data:image/png;base64,iVBORw0KGgo=");
  for (const address of addresses) {
    await using site = await withSite({ ...pictures, "a.example/page": page(address) });
    assert.ok(await site.shows(url), address);
    const [{ title, picture, pictureName }] = await site.stored();
    assert.deepEqual([title, picture, pictureName], ["A page", null, null], address);
  }
});

const bad: Record<string, Site[string]> = {
  "no HTML": { type: "application/pdf", bytes: new TextEncoder().encode("<title>a</title>") },
  "no title": "<head></head>",
  "no title in so many bytes": `<!--${"a".repeat(linkFetch.bytes)}--><title>a</title>`,
  "an inner address": redirect("http://192.168.0.1/"),
  "a circle": redirect("/page"),
  "nothing there": (response) => void response.writeHead(404).end(),
  "a failure": (response) => void response.writeHead(500).end(),
  "no answer": (response) => response.destroy(),
};

Deno.test("a page that cannot be shown is not shown, and not asked for again for a day", async () => {
  for (const [what, answer] of Object.entries(bad)) {
    await using site = await withSite({ "a.example/page": answer });
    assert.equal(await site.shows(url), false, what);
    const asked = site.web.requested.length;
    site.pass(linkPreview.retryAfter - 1);
    assert.equal(await site.shows(url), false, what);
    assert.equal(site.web.requested.length, asked, what);
    site.pass(1);
    await site.shows(url);
    assert.equal(site.web.requested.length, 2 * asked, what);
  }
});

Deno.test("a page that takes too long is not shown, and one whose picture does is shown without", async () => {
  await using slow = await withSite({ "a.example/page": () => {} }, 50);
  assert.equal(await slow.shows(url), false);
  assert.equal((await slow.stored())[0].failedAt, 1e12);
  await using late = await withSite({ "a.example/page": page(), "a.example/picture": () => {} }, 3000);
  assert.ok(await late.shows(url));
  assert.equal((await late.stored())[0].picture, null);
});

Deno.test("a page is fetched once for all that show it within a week, also at the same time", async () => {
  await using site = await withSite({ "a.example/page": "<title>A page</title>" });
  assert.deepEqual(await Promise.all([1, 2, 3].map(() => site.shows(url))), [true, true, true]);
  site.pass(linkPreview.reusedFor - 1);
  assert.ok(await site.shows(url));
  assert.deepEqual(site.web.requested, ["a.example/page"]);
  site.pass(1);
  assert.ok(await site.shows(url));
  assert.equal(site.web.requested.length, 2);
});

Deno.test("nothing is asked for people who have linked too much, nor at addresses that are not of the open web", async () => {
  await using site = await withSite({ "a.example/page": "<title>A page</title>" });
  assert.equal(await site.shows(url, false), false);
  for (const address of ["http://localhost/", "http://127.0.0.1/", "https://a.example:8443/", "http://intranet/"]) {
    assert.equal(await site.shows(address), false);
  }
  assert.deepEqual([site.web.requested, await site.stored()], [[], []]);
});

Deno.test("a host that fails is left alone for a while, and others are not", async () => {
  const failing: Site = { "b.example/": "<title>B</title>" };
  for (let n = 0; n < 10; n++) failing[`a.example/${n}`] = (response) => void response.writeHead(503).end();
  await using site = await withSite(failing);
  for (let n = 0; n < 10; n++) assert.equal(await site.shows(`http://a.example/${n}`), false);
  assert.equal(site.web.requested.length, 3);
  assert.ok(await site.shows("http://b.example/"));
});

Deno.test("few are asked at once and few wait; what is beyond that is never asked", async () => {
  const held: (() => void)[] = [];
  const site: Site = {};
  for (let n = 0; n < linkFetch.waiting + 20; n++) {
    site[`${n}.example/`] = (response) => void held.push(() => response.end());
  }
  await using sites = await withSite(site);
  const all = Object.keys(site).map((address) => sites.shows(`http://${address}`));
  const { requested } = sites.web;
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, held.length);
    held.splice(0).forEach((answer) => answer());
  }, 1);
  await Promise.all(all).finally(() => clearInterval(timer));
  assert.deepEqual([most, requested.length], [linkFetch.atOnce, linkFetch.waiting]);
});

Deno.test("what is fetched as the service stops is given up, and not held against the page", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  await using site = await withSite({ "a.example/page": () => resolve() });
  const shown = site.shows(url);
  await asked;
  await site.previews.close();
  assert.equal(await shown, false);
  assert.equal(await site.shows(url), false);
  assert.deepEqual(await site.stored(), []);
});
