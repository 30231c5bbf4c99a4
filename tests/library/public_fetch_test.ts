import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { linkFetch } from "../../server/contract/chat/link_limits.ts";
import { open, redirect, type Site, startWebServer } from "../support/servers/web_server.ts";

const wanted = { types: /^text\/html$/, accept: "text/html", isCut: true };
const inTime = () => AbortSignal.timeout(30_000);

const forbidden = [
  ["other protocols", "ftp://web.example/ file:///etc/passwd data:text/html,<title>a</title> gopher://web.example/"],
  ["other ports", "http://web.example:8080/ https://web.example:80/ http://web.example:22/"],
  ["credentials", "http://ada@web.example/ http://ada:word@web.example/"],
  ["IPv4", "http://127.0.0.1/ http://10.0.0.1/ http://169.254.169.254/ http://8.8.8.8/ http://0.0.0.0/"],
  ["IPv4 in other notations", "http://2130706433/ http://0x7f000001/ http://0177.0.0.1/ http://127.1/ http://0x7f.1/"],
  ["IPv4 in other letters", "http://１２７.０.０.１/ http://127。0。0。1/"],
  ["IPv6", "http://[::1]/ http://[::ffff:127.0.0.1]/ http://[fd00::1]/ http://[64:ff9b::7f00:1]/ http://[::]/"],
  ["names of the machine", "http://localhost/ http://LOCALHOST./ http://a.localhost/ http://localhost.localdomain/"],
  [
    "names of the network",
    "http://router/ http://db.internal/ http://printer.local/ http://nas.lan/ http://x.home.arpa/",
  ],
] as const;

Deno.test("only hosts of the open web are asked, by their names and at the usual ports", async () => {
  await using web = await startWebServer({});
  for (const [kind, addresses] of forbidden) {
    for (const address of addresses.split(" ")) {
      const asked = web.fetch(new URL(address), { ...wanted, signal: inTime() });
      await assert.rejects(asked, /not an address of the open web/, `${kind}: ${address}`);
    }
  }
  const long = new URL(`http://web.example/${"a".repeat(linkFetch.address)}`);
  await assert.rejects(web.fetch(long, { ...wanted, signal: inTime() }), /not an address of the open web/);
  assert.deepEqual(web.requested, []);
});

Deno.test("a redirect is followed to hosts of the open web alone, three times at most", async () => {
  const inner = forbidden.flatMap(([, addresses]) => addresses.split(" "));
  const site: Site = Object.fromEntries(
    inner.map((address, n) => [`web.example/inner/${n}`, redirect(address.replace(/[^\0-\x7f]/g, encodeURIComponent))]),
  );
  for (let n = 0; n < 5; n++) {
    site[`web.example/${n}`] = redirect(n % 2 ? `/${n + 1}` : `http://web.example/${n + 1}`);
  }
  site["web.example/5"] = "the end";
  await using web = await startWebServer(site);
  const ask = (path: string) => web.fetch(new URL(path, "http://web.example"), { ...wanted, signal: inTime() });
  for (const n of inner.keys()) await assert.rejects(ask(`/inner/${n}`), /not an address of the open web/, inner[n]);
  assert.deepEqual(web.requested, inner.map((_, n) => `web.example/inner/${n}`));
  assert.equal((await ask("/2")).url.href, "http://web.example/5");
  await assert.rejects(ask("/1"), /too many redirects/);
});

Deno.test("a host is looked up once for each connection, and not asked where one of its addresses is an inner one", async () => {
  let found = [open];
  const looked: string[] = [];
  const lookup = (host: string) => {
    looked.push(host);
    const answer = found;
    // Who answers for the name leads elsewhere from now on.
    found = ["10.0.0.1"];
    return Promise.resolve(answer);
  };
  await using web = await startWebServer({ "web.example/": redirect("/next"), "web.example/next": "secret" }, lookup);
  const ask = () => web.fetch(new URL("http://web.example/"), { ...wanted, signal: inTime() });
  await assert.rejects(ask(), /no connection/);
  assert.deepEqual([looked, web.requested], [["web.example", "web.example"], ["web.example/"]]);
  for (const addresses of [["10.0.0.1", open], [open, "::1"], []]) {
    found = addresses;
    await assert.rejects(ask(), /no connection/);
  }
  assert.equal(web.requested.length, 1);
});

Deno.test("it says who asks, for what, and takes nothing else", async () => {
  const answer = (status: number, headers: Record<string, string> = {}) => (response: ServerResponse) =>
    void response.writeHead(status, headers).end("<title>a</title>");
  await using web = await startWebServer({
    "web.example/": answer(200, { "Content-Type": "text/html" }),
    "web.example/json": answer(200, { "Content-Type": "application/json" }),
    "web.example/gzip": answer(200, { "Content-Type": "text/html", "Content-Encoding": "gzip" }),
    "web.example/untyped": answer(200),
    "web.example/failing": answer(503, { "Content-Type": "text/html" }),
    "web.example/nowhere": answer(302),
  });
  const ask = (path: string) => web.fetch(new URL(`http://web.example/${path}`), { ...wanted, signal: inTime() });
  assert.equal(new TextDecoder().decode((await ask("")).bytes), "<title>a</title>");
  const { accept, "user-agent": agent, cookie, referer, "accept-language": language } = web.headers;
  assert.deepEqual([accept, agent], ["text/html", "Chapterhouse (+https://books.example.org)"]);
  assert.deepEqual([cookie, referer, language], [undefined, undefined, undefined]);
  await assert.rejects(ask("json"), /of another type/);
  await assert.rejects(ask("untyped"), /of another type/);
  await assert.rejects(ask("gzip"), /compressed/);
  await assert.rejects(ask("missing"), /not there/);
  await assert.rejects(ask("nowhere"), /not there/);
  await assert.rejects(ask("failing"), /status 503/);
});

Deno.test("of what never ends so much is read as is of use, and what is late is left", async () => {
  const endless = (part: string) => (response: ServerResponse) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    const more = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on("drain", more);
    more();
  };
  await using web = await startWebServer({
    "web.example/endless": endless("a".repeat(1000)),
    "web.example/head": endless("<title>a</title></head>"),
    "web.example/slow": (response) => void response.writeHead(200, { "Content-Type": "text/html" }).write("<title>"),
    "web.example/silent": () => {},
  });
  const ask = (path: string, more = {}) =>
    web.fetch(new URL(`http://web.example/${path}`), { ...wanted, signal: inTime(), ...more });
  assert.equal((await ask("endless")).bytes.length, linkFetch.bytes);
  await assert.rejects(ask("endless", { isCut: false }), /too large/);
  const isEnough = (part: string) => part.includes("</head>");
  assert.ok((await ask("head", { isEnough })).bytes.length < linkFetch.bytes);
  for (const path of ["slow", "silent"]) {
    await assert.rejects(ask(path, { signal: AbortSignal.timeout(100) }), /no answer in time/, path);
  }
});
