import assert from "node:assert/strict";
import { isLinkable, withoutLinks } from "../../server/mail/links.ts";

Deno.test("what people type stays in mails as it is, unless mail programs could make a link of it", () => {
  const plain = [
    "Middlemarch: part two",
    "“Middlemarch:”, at 19:00 (America/Argentina/Buenos_Aires)",
    "Tea with Mr.Darcy and J.R.R.Tolkien, St.John’s",
    "p.120, pp.12ff, v2.0, 3:16, 24/7, 1/2/2027, e.g. U.S.A.",
    "w/ author, either/or, Q&A @ 7, reading @home",
    "Wait...what? Wait…what? “.Net” and ...so on",
    "Vol. 2. Ende. “Что делать?” 三体",
    "👩‍💻 reads",
  ];
  for (const text of plain) assert.equal(withoutLinks(text), text);
});

Deno.test("a word of which a mail program could make a link is left out, and the words around it stay", () => {
  const linkable = [
    ...["evil.com", "EVIL.COM", "Evil.Com", "evil.Com’s", "evil.com/", "evil.com:80", "x.yy", "Mr.Green"],
    ...["evil.newest", "evil.xn--p1ai", "пример.рф", "例え.みんな", "i❤.ws", "a.evil.Com", "evil.Mr.co", "evil.12.Com"],
    ...["evil。com", "evil｡com", "evil．com", "evil․com", "evil.ｃｏｍ", "evil.Comª", "evil.Cоm", "evil.ⓒom"],
    ...[
      "evil.\u200bcom",
      "evil\u200b.com",
      "evil.Com\u200bments",
      "evil.Com\u00adments",
      "evil.Com\u2060s",
      "ma\u200bilto:x",
    ],
    ...[
      "http://evil",
      "http:evil",
      "HTTP:evil",
      "hxxps://x",
      "mailto:ada",
      "mailto:?to=ada",
      "tel:+49123",
      "javascript:x",
    ],
    ...["Http：//evil", "http:／／evil", "//evil", "\\\\evil\\share", "file:c", "www.evil", "WWW2.evil", "192.168.0.1"],
    ...["ada@example.org", "ada＠example.org", "ada@localhost", "ada@[127.0.0.1", "user:word@evil"],
  ];
  for (const word of linkable) {
    assert.ok(isLinkable(word), word);
    assert.equal(withoutLinks(`Reminder of “At ${word}” (${word}), 19:00`), "Reminder of “At …” (…), 19:00", word);
  }
  assert.ok(isLinkable("mailto:?"));
  assert.equal(withoutLinks("at\u00a0evil.com.\u2028now"), "at\u00a0….\u2028now");
});
