import assert from "node:assert/strict";
import { ownPath } from "../../server/contract/site/paths.ts";
import { peoplePaths, pictureAt } from "../../server/contract/people/paths.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { loginPaths } from "../../server/contract/account/paths.ts";

Deno.test("one of our own paths, with query and fragment, may follow a login", () => {
  const own = ["/", "/dashboard", "/group/1?tab=members", "/search?username=a%20b#top", "/a//b", "/.//b", "/é", "/%2F"];
  for (const path of own) {
    assert.equal(ownPath(path), path);
    assert.equal(new URL(path, "https://chapterhouse.example").host, "chapterhouse.example");
  }
});

Deno.test("nothing that browsers read as another origin may follow a login", () => {
  const slashes = [
    "//",
    "///",
    "/\\",
    "\\\\",
    "\t//",
    " //",
    "/a\\..\\..\\\\",
    "/\t/",
    "/\n/",
    "/ /",
    "/\0/",
    "/\u0085/",
  ];
  const schemes = ["https://evil.example", "https:evil.example", "javascript:alert(1)", "data:text/html,x"];
  const others = [
    ...slashes.map((start) => `${start}evil.example`),
    ...schemes,
    "evil.example",
    "dashboard",
    "?next=/",
  ];
  others.push("/dashboard\r\nSet-Cookie: a=b", "");
  for (const other of [...others, null, undefined]) assert.equal(ownPath(other), undefined, JSON.stringify(other));
});

Deno.test("the values in paths are escaped", () => {
  assert.equal(groupPaths.group("a/../b?c#d"), "/group/a%2F..%2Fb%3Fc%23d");
  assert.equal(groupPaths.group("1", "members"), "/group/1?tab=members");
  assert.equal(peoplePaths.user("a b"), "/profile/a%20b");
  const next = "/group/1?tab=members&x=1";
  assert.equal(new URL(loginPaths.loginThen(next), "http://localhost").searchParams.get("next"), next);
});

Deno.test("a stored picture has a small size, and any other URL is unchanged", () => {
  const hash = "0123456789abcdef".repeat(4);
  assert.equal(pictureAt(`/media/${hash}-256.webp`, 40), `/media/${hash}-96.webp`);
  for (const other of ["/icons/a.svg", `/media/${hash}.webp`, `https://evil.example/media/${hash}-256.webp`]) {
    assert.equal(pictureAt(other, 40), other);
  }
});
