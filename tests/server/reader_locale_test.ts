import assert from "node:assert/strict";
import { readerLocale } from "../../server/http/cookies.ts";
import { router } from "../../server/http/router.ts";

const app = router().get("/", (c) => c.json(readerLocale(c)));
const clockFor = async (headers: Record<string, string>) => await (await app.request("/", { headers })).json();

Deno.test("the reader's time zone and language are read independently", async () => {
  const Cookie = "zone=Asia%2FTokyo";
  const clocks: [Record<string, string>, string, string][] = [
    [{ Cookie, "Accept-Language": "de-AT,de;q=0.9" }, "de-AT", "Asia/Tokyo"],
    [{ Cookie }, "en-GB", "Asia/Tokyo"],
    [{ Cookie, "Accept-Language": "*" }, "en-GB", "Asia/Tokyo"],
    [{ Cookie: "zone=Nowhere", "Accept-Language": "de-AT" }, "de-AT", "UTC"],
    [{ "Accept-Language": "de-AT" }, "de-AT", "UTC"],
    [{}, "en-GB", "UTC"],
  ];
  for (const [headers, language, timeZone] of clocks) assert.deepEqual(await clockFor(headers), { language, timeZone });
});
