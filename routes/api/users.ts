import { z } from "zod";
import { Availability, User, UserCard } from "../../server/contract/answers/people.ts";
import { described } from "../../server/http/describe.ts";
import { findUserCard } from "../../db/users.ts";
import { checkEmail } from "../../server/actions/auth.ts";
import * as actions from "../../server/actions/users.ts";
import { AddressToCheck } from "../../server/contract/auth.ts";
import { texts } from "../../server/contract/texts.ts";
import { ProfileUpdate } from "../../server/contract/users.ts";
import { found, userNotFound } from "../../server/errors.ts";
import { signedIn } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { json } from "../../server/http/validate.ts";

export const users = router();

users.post(
  "/check-email",
  described("Whether an address can be registered", Availability),
  json(AddressToCheck),
  async (c) => {
    const { deps, address } = c.var;
    return c.json(await checkEmail(deps, c.req.valid("json").email, { address }));
  },
);

users.get(
  "/search",
  described("People by username and full name, best match first, at most 20", z.array(UserCard), {
    query: ["username"],
  }),
  signedIn,
  async (c) => c.json(await actions.searchUsers(c.var.deps, c.var.user, c.req.query("username") ?? "")),
);

users.get("/profile", described("The caller's profile", User), signedIn, (c) => c.json(c.var.user));

users.put(
  "/profile",
  described("Changes the caller's profile", { message: z.string(), user: User }),
  signedIn,
  json(ProfileUpdate),
  async (c) => {
    const user = await actions.updateProfile(c.var.deps, c.var.user, c.req.valid("json"));
    return c.json({ message: texts.profile.updated, user });
  },
);

users.get(
  "/:userId",
  described("A person", UserCard),
  signedIn,
  async (c) => c.json(found(await findUserCard(c.var.deps.db, c.var.user.id, c.req.param("userId")), userNotFound)),
);
