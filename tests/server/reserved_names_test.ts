import assert from "node:assert/strict";
import { isReserved, usernameFrom } from "../../server/actions/account/names.ts";

Deno.test("names of the site and of people who run it are reserved, however they are written, and people's own are not", () => {
  const reserved =
    "admin|ADMIN|Ádmin|A d m i n|ad\u200bmin|\u0430dmin|ａｄｍｉｎ|adm1n|Support|Suppört Team|The Moderators|r00t|" +
    "Admin 2|Admin1|Security|admin.1234|Chapterhouse|Chapterhouse Support|Leeds School|leeds-school|The Leeds School|" +
    "LeedsSchool Admin|Deleted account|deleted_account|everyone|Everyone";
  for (const name of reserved.split("|")) assert.ok(isReserved(name, "Leeds School"), name);
  const own = "Ada|Elihu Root|Grace Moderator|Leeds|Ada of Leeds School|Theo|Staff|Админ|李 小龍|42|🙂|";
  for (const name of own.split("|")) assert.ok(!isReserved(name, "Leeds School"), name);
});

Deno.test("a username that would be reserved is made another one", () => {
  assert.equal(usernameFrom("Admin 李"), "reader.admin");
  assert.equal(usernameFrom("Leeds School 李", { siteName: "Leeds School" }), "reader.leeds.school");
  assert.match(usernameFrom("Support", { digits: 4 }), /^reader\.support\.\d{4}$/);
  assert.ok(!isReserved(usernameFrom("Admin 李"), ""));
});
