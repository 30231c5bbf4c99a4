import { checkEmail } from "../../server/actions/auth.ts";
import * as actions from "../../server/actions/users.ts";
import { AddressToCheck } from "../../server/contract/auth.ts";
import { texts } from "../../server/contract/texts.ts";
import { ProfileUpdate } from "../../server/contract/users.ts";
import { signedIn } from "../../server/http/guards.ts";
import { limitEmailCheck } from "../../server/rate_limits.ts";
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
  async (c) => c.json(await actions.searchUsers(c.var.deps, c.var.user, c.req.query("username") ?? "")),
);

users.get("/profile", signedIn, (c) => c.json(c.var.user));

users.put("/profile", signedIn, json(ProfileUpdate), async (c) => {
  const user = await actions.updateProfile(c.var.deps, c.var.user, c.req.valid("json"));
  return c.json({ message: texts.profile.updated, user });
});

users.get("/:userId", signedIn, async (c) => c.json(await actions.findUserCard(c.var.deps, c.req.param("userId"))));
