import assert from "node:assert/strict";
import { accentOf, longestLogo, plainSite } from "../../server/settings/site.ts";
import { readConfig } from "../../server/settings/settings.ts";

const svg = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4"/></svg>';

async function withFile(content: string | Uint8Array, work: (file: string) => void) {
  const file = await Deno.makeTempFile();
  await Deno.writeFile(file, typeof content === "string" ? new TextEncoder().encode(content) : content);
  try {
    work(file);
  } finally {
    await Deno.remove(file);
  }
}

Deno.test("without settings the site is the plain one", () => {
  const { site, mailFrom } = readConfig({});
  const unset = { accent: undefined, logo: undefined, privacyUrl: undefined, termsUrl: undefined };
  assert.deepEqual({ ...site }, { ...plainSite, ...unset });
  assert.equal(mailFrom, "Chapterhouse <no-reply@localhost>");
});

Deno.test("dark colours of every hue and greys can be the accent, and light ones are refused with their contrast", () => {
  for (const hex of "#78292c #1d5c3f #123a8c #000000 #333333 #5a2a82 #6b0000 #004d4d #0000ff".split(" ")) {
    assert.ok(accentOf(hex).css.startsWith(`:root{--accent:light-dark(${hex},oklch(80%`), hex);
  }
  const pale =
    /^Error: SITE_ACCENT: #ffcc00 has a contrast of 1\.\d+:1 with the paper of light pages, and needs 4\.5:1$/;
  assert.throws(() => readConfig({ SITE_ACCENT: "#ffcc00" }), pale);
  for (const wrong of ["red", "#12", "#1234567", "#123456;}body{", "oklch(50% 0 0)"]) {
    assert.throws(() => readConfig({ SITE_ACCENT: wrong }), /^Error: SITE_ACCENT: must be a colour/, wrong);
  }
});

Deno.test("a name that would end a part of a page's title or of a sender is refused, and rules at no address of the web", () => {
  for (const name of ["<b>", 'A"B', "a\u202eb", "a\nb", "x".repeat(31), "a\\"]) {
    assert.throws(() => readConfig({ SITE_NAME: name }), /SITE_NAME: must be/, name);
  }
  assert.equal(readConfig({ SITE_NAME: "St. Mary's, Leeds" }).mailFrom, '"St. Mary\'s, Leeds" <no-reply@localhost>');
  for (const name of ["TERMS_URL", "PRIVACY_URL"]) {
    assert.throws(() => readConfig({ [name]: "javascript:alert(1)" }), new RegExp(`${name}: must be an address`));
  }
  assert.equal(readConfig({ SITE_NAME: "Leeds", MAIL_FROM: "a@b.example" }).mailFrom, "a@b.example");
});

Deno.test("a logo is what its content says, and has a name of its content", async () => {
  await withFile(svg, (file) => {
    const { logo } = readConfig({ SITE_LOGO: file }).site;
    assert.equal(logo?.type, "image/svg+xml");
    assert.match(logo!.href, /^\/logo\/[0-9a-f]{16}\.svg$/);
  });
  const png = new URL("../../static/icons/app-192.png", import.meta.url).pathname;
  assert.equal(readConfig({ SITE_LOGO: png }).site.logo?.type, "image/png");
});

Deno.test("a logo that is missing, too long or no picture is refused in one line", async () => {
  const refused = (file: string, reason: RegExp) => assert.throws(() => readConfig({ SITE_LOGO: file }), reason);
  refused("/nowhere/logo.svg", /^Error: SITE_LOGO: \/nowhere\/logo.svg cannot be read \(ENOENT\)$/);
  // What has no end would be read for ever, and hold up the start.
  for (const file of ["/tmp", "/dev/zero"]) refused(file, new RegExp(`^Error: SITE_LOGO: ${file} is no file$`));
  await withFile("<html><svg></svg></html>", (file) => refused(file, /is no PNG, WebP or SVG$/));
  await withFile(new Uint8Array(longestLogo + 1), (file) => refused(file, /has 262145 bytes, and may have 262144$/));
});
