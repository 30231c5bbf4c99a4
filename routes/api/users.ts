import { checkEmail } from "../../server/actions/auth.ts";
import { searchUsers } from "../../server/actions/users.ts";
import { AddressToCheck } from "../../server/contract/auth.ts";
import { signedIn } from "../../server/http/guards.ts";
import { limitEmailCheck } from "../../server/http/limits.ts";
import { router } from "../../server/http/router.ts";
import { json } from "../../server/http/validate.ts";

export const users = router();

users.post("/check-email", json(AddressToCheck), async (c) => {
  await limitEmailCheck(c);
  return c.json(await checkEmail(c.var.deps, c.req.valid("json").email));
});

users.get(
  "/search",
  signedIn,
  async (c) => c.json(await searchUsers(c.var.deps, c.var.user, c.req.query("username") ?? "")),
);
