import assert from "node:assert/strict";
import { resetMail, verificationMail } from "../../server/mail/account_mails.tsx";
import { plainSite as site } from "../../server/settings/site.ts";

const url = "https://books.example/verify-email?token=s3cret&x=1";

Deno.test("Both parts of a mail contain the link, how long it is valid, and what to do if it was not requested", () => {
  const cases = [[verificationMail, "24 hours", "did not sign up"], [resetMail, "1 hour", "did not ask"]] as const;
  for (const [write, lifetime, otherwise] of cases) {
    const { text, html } = write({ site, name: "Ada Lovelace", url });
    assert.ok(text.split("\n").includes(url), "the link has a line of its own");
    assert.equal(html.split('href="https://books.example/verify-email?token=s3cret&amp;x=1"').length, 3);
    for (const part of [text, html]) {
      for (const text of ["Hello Ada Lovelace,", lifetime, otherwise, "Chapterhouse"]) {
        assert.ok(part.includes(text), `${text} is missing in ${part}`);
      }
    }
  }
});

Deno.test("The subject says what the mail is for, and the HTML part is a complete document that loads nothing", () => {
  const { subject, html } = verificationMail({ site, name: "Ada", url });
  assert.equal(subject, "Verify your email address for Chapterhouse");
  assert.equal(resetMail({ site, url }).subject, "Choose a new password for Chapterhouse");
  assert.match(html, /^<!doctype html><html lang="en">/);
  assert.doesNotMatch(html, /<(img|link|script|style|table|iframe)\b|url\(|@import/);
});

Deno.test("The greeting has a name as text, and none where it has none or looks like a link", () => {
  const { text, html } = verificationMail({ site, name: 'Ada <3 & "Charles"\r\n\r\nBcc', url });
  assert.ok(html.includes("Hello Ada &lt;3 &amp; &quot;Charles&quot; Bcc,"));
  assert.ok(text.startsWith('Hello Ada <3 & "Charles" Bcc,\n\n'));
  const links = ["Win at evil.example", "https://evil.example", "//evil", "mail me@evil.example", "1.evil.example"];
  for (const name of [...links, undefined, null, "", " \n", "\u202e"]) {
    const { text, html } = resetMail({ site, name, url });
    assert.ok(text.startsWith("Hello,\n") && !html.includes("evil"), `${name}`);
  }
  for (const name of ["J. R. R. Tolkien", "J.R.R. Tolkien", "Dr. Ada", "O'Brien", "李小龍", "Nguyễn Văn A"]) {
    assert.ok(verificationMail({ site, name, url }).text.startsWith(`Hello ${name},\n`), name);
  }
});

Deno.test("The verification mail names the group that somebody signs up for, unless its name looks like a link", () => {
  const named = (groupName?: string) => verificationMail({ site, name: "Ada", url, groupName });
  for (const part of [named("Reading & Co").text, named("Reading & Co").html.replaceAll("&amp;", "&")]) {
    assert.ok(part.includes("Welcome to Chapterhouse! You are joining Reading & Co. Please confirm"), part);
  }
  for (const name of ["evil.example", " ", undefined]) {
    assert.ok(named(name).text.includes("Welcome to Chapterhouse! Please confirm"), `${name}`);
  }
});
