import assert from "node:assert/strict";
import { readConfig } from "../../server/settings/settings.ts";
import { requestOrigin } from "../../server/http/guards.ts";

const config = readConfig({ PUBLIC_URL: "https://books.example", CORS_ORIGINS: "https://partner.example" });
const from = (source: Parameters<typeof requestOrigin>[0]) =>
  requestOrigin({ host: "books.example", ...source }, config);

Deno.test("a page is our own by the origin of PUBLIC_URL or the Host header", () => {
  assert.equal(from({ origin: "https://books.example" }), "own");
  assert.equal(from({ origin: "https://books.example", host: "10.0.0.5:8000" }), "own");
  assert.equal(from({ origin: "http://localhost:8000", host: "localhost:8000" }), "own");
  assert.equal(from({ origin: "https://partner.example" }), "own");
  assert.equal(from({ referer: "https://books.example/group/1?tab=members" }), "own");
  assert.equal(from({ secFetchSite: "same-origin" }), "own");
});

Deno.test("another site is foreign, however similar its origin", () => {
  const origins =
    "https://evil.example|null|https://books.example.evil.example|https://evilbooks.example|about:blank|" +
    "https://books.example:8443|https://books.example@evil.example|http://partner.example|not an origin";
  for (const origin of origins.split("|")) assert.equal(from({ origin }), "foreign", origin);
  assert.equal(from({ origin: "https://evil.example", referer: "https://books.example/" }), "foreign");
  assert.equal(from({ referer: "https://evil.example/https://books.example/" }), "foreign");
});

Deno.test("Sec-Fetch-Site counts where there is no origin or referer", () => {
  for (const secFetchSite of ["cross-site", "same-site"]) assert.equal(from({ secFetchSite }), "foreign");
  assert.equal(from({ origin: "https://evil.example", secFetchSite: "cross-site" }), "foreign");
  for (const secFetchSite of [undefined, "none"]) assert.equal(from({ secFetchSite }), "unknown");
});
