import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { verificationMail } from "../../server/mail/account_mails.tsx";
import { startApp } from "../support/app.ts";

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
  return app;
}

Deno.test("a page has the site's name, logo, colour and rules, and its policy allows the colour's style", async () => {
  await using app = await ownSite();
  const { site } = app.deps.config;
  const response = await fetch(`${app.url}/login`);
  const html = await response.text();
  assert.ok(html.includes("<title>Login · Leeds &amp; Sons</title>"));
  assert.ok(html.includes(`<img src="${site.logo!.href}"`));
  assert.ok(html.includes(`<link rel="icon" href="${site.logo!.href}" type="image/svg+xml" data-logo>`));
  assert.ok(html.includes(`<meta name="theme-color" content="${accent}" media="(prefers-color-scheme: light)">`));
  assert.ok(html.includes(`<style>${site.accent!.css}</style>`));
  const hash = createHash("sha256").update(site.accent!.css).digest("base64");
  assert.ok(response.headers.get("Content-Security-Policy")!.includes(`'sha256-${hash}'`));
  assert.match(html, /<footer class="site-footer".*school\.example\/terms.*privacy\?a=1&amp;b=2.*<\/footer>/);
  assert.ok(!html.includes("By registering"));
  assert.match(await (await fetch(`${app.url}/register`)).text(), /By registering you accept.*school\.example\/terms/);
});

Deno.test("the logo is cached for ever, sandboxed, and only there by its own name", async () => {
  await using app = await ownSite();
  const { logo } = app.deps.config.site;
  const response = await fetch(app.url + logo!.href);
  assert.equal(await response.text(), svg);
  assert.equal(response.headers.get("Content-Type"), "image/svg+xml");
  assert.equal(response.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
  assert.equal(response.headers.get("Content-Security-Policy"), "sandbox; default-src 'none'");
  const other = await fetch(`${app.url}/logo/0000000000000000.svg`);
  assert.equal(other.status, 404);
  await other.body?.cancel();
});

Deno.test("the app's manifest has the site's name, colour and logo", async () => {
  await using app = await ownSite();
  const response = await fetch(`${app.url}/manifest.webmanifest`);
  assert.equal(response.headers.get("Content-Type"), "application/manifest+json");
  const { name, short_name, theme_color, icons, start_url } = await response.json();
  const { href } = app.deps.config.site.logo!;
  assert.deepEqual([name, short_name, theme_color, start_url], ["Leeds & Sons", "Leeds & Sons", accent, "/"]);
  assert.deepEqual(icons, [{ src: href, sizes: "any", type: "image/svg+xml", purpose: "any" }]);
});

Deno.test("mails have the site's name and colour", async () => {
  await using app = await ownSite();
  await app.register("Ada");
  const [mail] = await (await fetch(`${app.url}/dev/mail.json`)).json() as { subject: string; text: string }[];
  assert.equal(mail.subject, "Verify your email address for Leeds & Sons");
  assert.ok(mail.text.endsWith("-- \nLeeds & Sons\n"));
  assert.ok(!mail.text.includes("Chapterhouse"));
  const { html } = verificationMail({ site: app.deps.config.site, name: "Ada", url: "https://a.example" });
  assert.ok(html.includes(`background:${accent}`) && !html.includes("#78292c") && html.includes("Leeds &amp; Sons"));
});

Deno.test("without settings pages have no footer and no style of a colour, and the manifest is the built one", async () => {
  await using app = await startApp();
  const html = await (await fetch(`${app.url}/register`)).text();
  assert.ok(!html.includes("<footer") && !html.includes("<style>") && !html.includes("By registering"));
  assert.ok(html.includes('<meta name="theme-color" content="#faf6ef"'));
  const built = await Deno.readTextFile(new URL("../../static/manifest.webmanifest", import.meta.url));
  assert.equal(await (await fetch(`${app.url}/manifest.webmanifest`)).text(), built);
});
