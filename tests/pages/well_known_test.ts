import assert from "node:assert/strict";
import { startApp } from "../support/app.ts";

const at = (url: string, name: string) => fetch(`${url}/.well-known/${name}`, { redirect: "manual" });

for (const contact of ["security@school.example", "mailto:security@school.example"]) {
  Deno.test(`security.txt names ${contact}, until when that holds, and its own address`, async () => {
    const now = Date.parse("2026-03-01T00:00:00Z");
    const env = { SECURITY_CONTACT: contact, PUBLIC_URL: "https://study.example" };
    await using app = await startApp({ env, clock: () => now });
    const response = await at(app.url, "security.txt");
    assert.equal(response.headers.get("Content-Type"), "text/plain; charset=UTF-8");
    assert.equal(
      await response.text(),
      "Contact: mailto:security@school.example\nExpires: 2026-08-28T00:00:00.000Z\n" +
        "Canonical: https://study.example/.well-known/security.txt\n",
    );
  });
}

Deno.test("what programs look for and is not there is not the home page", async () => {
  await using app = await startApp();
  for (const path of ["/.well-known/security.txt", "/.well-known/a/b", "/.well-known/", "/favicon.ico"]) {
    for (const method of ["GET", "HEAD"]) {
      const response = await fetch(app.url + path, { method, redirect: "manual" });
      await response.body?.cancel();
      assert.equal(response.status, 404, `${method} ${path}`);
    }
  }
});

Deno.test("password managers are led to the page where the password is changed", async () => {
  await using app = await startApp();
  const response = await at(app.url, "change-password");
  await response.body?.cancel();
  assert.deepEqual([response.status, response.headers.get("Location")], [303, "/account"]);
});
