/** The site's own name, logo, colour and rules. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { verificationMail } from "../../../server/mail/account_mails.tsx";
import { startApp } from "../../support/app.ts";
import { mailsOf } from "../../support/cast.ts";
import { read } from "../../support/forms.ts";
import { visit } from "../../support/requests.ts";

const accent = "#1d5c3f";
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><circle r="4"/></svg>';

async function ownSite() {
  const file = await Deno.makeTempFile({ suffix: ".svg" });
  await Deno.writeTextFile(file, svg);
  const app = await startApp({
    env: {
      SITE_NAME: "Leeds & Sons",
      SITE_ACCENT: accent,
      SITE_LOGO: file,
      TERMS_URL: "https://school.example/terms",
      PRIVACY_URL: "https://school.example/privacy?a=1&b=2",
    },
  });
  await Deno.remove(file);
  const { site } = app.deps.config;
  return { ...app, site, logo: site.logo!.href };
}

Deno.test("pages and mails have the site's name, logo, colour and rules, and a page's policy allows the colour's style", async () => {
  await using app = await ownSite();
  const { site, logo } = app;
  const response = await visit(app, "/login");
  const html = await response.text();
  assert.ok(html.includes("<title>Login · Leeds &amp; Sons</title>"));
  assert.ok(html.includes(`<img src="${logo}"`));
  assert.ok(html.includes(`<link rel="icon" href="${logo}" type="image/svg+xml" data-logo>`));
  assert.ok(html.includes(`<meta name="theme-color" content="${accent}" media="(prefers-color-scheme: light)">`));
  assert.ok(html.includes(`<style>${site.accent!.css}</style>`));
  const hash = createHash("sha256").update(site.accent!.css).digest("base64");
  assert.ok(response.headers.get("Content-Security-Policy")!.includes(`'sha256-${hash}'`));
  assert.match(html, /<footer class="site-footer".*school\.example\/terms.*privacy\?a=1&amp;b=2.*<\/footer>/);
  assert.ok(!html.includes("By registering"));
  assert.match(await read(app, "/register"), /By registering you accept.*school\.example\/terms/);
  await app.register("Ada");
  const [mail] = await mailsOf(app);
  assert.equal(mail.subject, "Verify your email address for Leeds & Sons");
  assert.ok(mail.text.endsWith("-- \nLeeds & Sons\n") && !mail.text.includes("Chapterhouse"));
  const { html: mailed } = verificationMail({ site, name: "Ada", url: "https://a.example" });
  assert.ok(mailed.includes(`background:${accent}`) && mailed.includes("Leeds &amp; Sons"));
  assert.ok(!mailed.includes("#78292c"));
});

Deno.test("the logo is cached for ever, sandboxed, and only there by its own name; the app's manifest has it with name and colour", async () => {
  await using app = await ownSite();
  const { logo } = app;
  const response = await visit(app, logo);
  assert.equal(await response.text(), svg);
  assert.equal(response.headers.get("Content-Type"), "image/svg+xml");
  assert.equal(response.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
  assert.equal(response.headers.get("Content-Security-Policy"), "sandbox; default-src 'none'");
  const other = await visit(app, "/logo/0000000000000000.svg");
  await other.body?.cancel();
  assert.equal(other.status, 404);
  const manifest = await visit(app, "/manifest.webmanifest");
  assert.equal(manifest.headers.get("Content-Type"), "application/manifest+json");
  const { name, short_name, theme_color, icons, start_url } = await manifest.json();
  assert.deepEqual([name, short_name, theme_color, start_url], ["Leeds & Sons", "Leeds & Sons", accent, "/"]);
  assert.deepEqual(icons, [{ src: logo, sizes: "any", type: "image/svg+xml", purpose: "any" }]);
});

Deno.test("without settings pages have no footer and no style of a colour, and the manifest is the built one", async () => {
  await using app = await startApp();
  const html = await read(app, "/register");
  for (const text of ["<footer", "<style>", "By registering"]) assert.ok(!html.includes(text), text);
  assert.ok(html.includes('<meta name="theme-color" content="#faf6ef"'));
  const built = await Deno.readTextFile(new URL("../../../static/manifest.webmanifest", import.meta.url));
  assert.equal(await read(app, "/manifest.webmanifest"), built);
});

Deno.test("with another name of the site no script, page without an address or foreign form has the software's", async () => {
  await using app = await startApp({ env: { SITE_NAME: "Leeds" } });
  const named: string[] = [];
  const check = (what: string, text: string) => /Chapterhouse/.test(text) && named.push(what);
  for (const path of ["/offline", "/manifest.webmanifest", "/nowhere", "/api/nowhere"]) {
    check(path, await read(app, path));
  }
  const headers = { Origin: "https://evil.example" };
  check("a foreign form", await (await visit(app, "/login/social", null, { method: "POST", headers })).text());
  // Every script, by the names in those that load it.
  const scripts = new Set(["/sw.js", app.deps.assets.script]);
  for (const path of scripts) {
    const text = await read(app, path);
    check(path, text);
    for (const [name] of text.matchAll(/[\w-]+-[A-Z0-9]{8}\.js\b/g)) scripts.add(`/assets/${name}`);
  }
  assert.ok(scripts.size > 10, `${scripts.size} scripts`);
  assert.deepEqual(named, []);
});
