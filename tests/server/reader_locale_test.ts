import assert from "node:assert/strict";
import { readerLocale } from "../../server/http/cookies.ts";
import { router } from "../../server/http/router.ts";

const app = router().get("/", (c) => c.json(readerLocale(c)));
const clockFor = async (headers: Record<string, string>) => await (await app.request("/", { headers })).json();

Deno.test("dates and numbers are English with the clock of the reader's language, and the time zone is read beside it", async () => {
  const Cookie = "zone=Asia%2FTokyo";
  const clocks: [Record<string, string>, string, string][] = [
    [{ Cookie, "Accept-Language": "de-AT,de;q=0.9" }, "en-GB-u-hc-h23", "Asia/Tokyo"],
    [{ Cookie }, "en-GB", "Asia/Tokyo"],
    [{ Cookie, "Accept-Language": "*" }, "en-GB", "Asia/Tokyo"],
    [{ Cookie: "zone=Nowhere", "Accept-Language": "de-AT" }, "en-GB-u-hc-h23", "UTC"],
    [{ "Accept-Language": "de-AT" }, "en-GB-u-hc-h23", "UTC"],
    [{ "Accept-Language": "ko,en;q=0.5" }, "en-GB-u-hc-h12", "UTC"],
    [{ "Accept-Language": "en-us" }, "en-US", "UTC"],
    [{ "Accept-Language": "en-?" }, "en-GB", "UTC"],
    [{}, "en-GB", "UTC"],
  ];
  for (const [headers, language, timeZone] of clocks) assert.deepEqual(await clockFor(headers), { language, timeZone });
});
