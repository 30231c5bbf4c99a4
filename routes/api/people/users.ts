import * as actions from "../../../server/actions/people/users.ts";
import { z } from "zod";
import { Availability, User, UserCard } from "../../../server/contract/people/answers_people.ts";
import { described } from "../../../server/http/describe.ts";
import { findUserCard } from "../../../db/people/users.ts";
import { checkEmail } from "../../../server/actions/account/auth.ts";
import { checkPassword } from "../../../server/actions/account/passwords.ts";
import { AddressToCheck, PasswordToCheck } from "../../../server/contract/account/auth.ts";
import { ProfileUpdate } from "../../../server/contract/people/users.ts";
import { found, userNotFound } from "../../../server/errors.ts";
import { signedIn } from "../../../server/http/guards.ts";
import { noStore } from "../../../server/http/headers.ts";
import { router } from "../../../server/http/router.ts";
import { json } from "../../../server/http/validate.ts";
import { profileTexts } from "../../../server/contract/people/texts.ts";

export const users = router();

const PasswordStrength = z.enum(["Weak", "Medium", "Strong"]);

users.post(
  "/check-email",
  described("Whether an address can be registered", Availability),
  json(AddressToCheck),
  async (c) => c.json(await checkEmail(c.var.deps, c.req.valid("json").email)),
);

users.post(
  "/check-password",
  described("How strong a new password would be, and why it is weak where it is a common one or the owner's name", {
    strength: PasswordStrength,
    reason: z.string().nullable(),
  }),
  json(PasswordToCheck),
  async (c) => c.json(await checkPassword(c.req.valid("json")), 200, noStore),
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
    return c.json({ message: profileTexts.updated, user });
  },
);

users.get(
  "/:userId",
  described("A person", UserCard),
  signedIn,
  async (c) => c.json(found(await findUserCard(c.var.deps.db, c.var.user.id, c.req.param("userId")), userNotFound)),
);
