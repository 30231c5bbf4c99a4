import { v7 as uuid } from "uuid";
import { emailIsTaken, insertUser, type NewUser, removeLapsed } from "../../../db/account/accounts.ts";
import { conflict, type Statement } from "../../../db/engine/client.ts";
import { deleteUninvited } from "../../../db/groups/invite_links.ts";
import { findUser } from "../../../db/people/users.ts";
import { assertOwnName, isReserved, usernameFrom } from "./names.ts";
import { linkMail } from "./owner_mail.ts";
import { assertMayRegister, emailExists, findInvitedBy, invitationNeeded } from "./registration.ts";
import { joinAsInvited } from "../groups/invitations.ts";
import { joinAsRegistered } from "../groups/invite_links.ts";
import { judgePassword } from "../../auth/passwords.ts";
import { startSession } from "../../auth/sessions.ts";
import * as accountLimits from "../../contract/account/limits.ts";
import { loginPaths } from "../../contract/account/paths.ts";
import {
  Address,
  AddressToCheck,
  Authenticated,
  Availability,
  Registration,
  RegistrationForm,
} from "../../contract/account/shapes.ts";
import { registerServerTexts as words, registerTexts, registrationTexts } from "../../contract/account/texts.ts";
import type { Deps } from "../../deps.ts";
import { Conflict } from "../../errors.ts";
import { operation } from "../../operation.ts";
import { isOfDomains } from "../../settings/checks.ts";

export const register = operation({
  call: "POST /auth/register",
  summary: "Creates an account; the token is null while its address awaits verification",
  access: "anyone",
  takes: Registration,
  gives: Authenticated,
  status: 201,
  fails: {
    400: ["reserved_name", "email_domain", "common_password"],
    403: ["registration_closed", "invitation_needed"],
    409: ["email_exists", "username_exists"],
  },
  form: { path: loginPaths.register, takes: RegistrationForm, to: () => `${loginPaths.register}?done` },
  async run({ deps, caller }, { fullname, email, password, username, invite }) {
    const { config, db, clock, limiter, mailer, passwords } = deps;
    await limiter.take("register", caller.address);
    const siteName = config.site.name;
    assertOwnName(deps, fullname, "fullname");
    if (username && isReserved(username, siteName)) throw usernameExists();
    const by = await findInvitedBy(deps, invite, caller);
    const isOnlyByLink = await assertMayRegister(deps, { email, by });
    if (await emailIsTaken(db, email, clock())) throw emailExists();
    await judgePassword(deps, password, { owner: { email, fullName: fullname, username } });
    const passwordHash = await passwords.hash(password);
    const createdAt = clock();
    // People who register with the address that an invitation was mailed to have read that mail.
    const isProven = by.mail?.email === email;
    const mustVerify = config.requireEmailVerification && !isProven;
    const user = {
      id: uuid(),
      username: username ?? usernameFrom(fullname, { siteName }),
      email,
      fullName: fullname,
      passwordHash,
      verifiedAt: isProven ? createdAt : null,
      verifyBy: mustVerify ? createdAt + accountLimits.unverified.lifetime : null,
      createdAt,
      inviteId: by.link?.id,
    };
    await storeUser(deps, user, {
      isChosen: username !== undefined,
      isOnlyByLink,
      groupName: by.link?.group.groupName,
    });
    mailer.wake();
    const token = mustVerify ? null : await startSession(deps, user.id, caller);
    const byLink = token && by.link ? await joinAsRegistered(deps, user.id, by.link.id) : undefined;
    const byMail = by.mail && isProven ? await joinAsInvited(deps, user, invite!) : undefined;
    const message = mustVerify ? registerTexts.success : words.successVerified;
    return { message, user: (await findUser(db, user.id))!, token, groupId: byLink ?? byMail };
  },
});

const suffixDigits = [4, 4, 6, 9, 9, 9];

const usernameExists = () => new Conflict(words.usernameExists, "username_exists");

interface StoreOptions {
  isChosen?: boolean;
  /** Whether they may register only by their link, which must have a place left. */
  isOnlyByLink?: boolean;
  /** Of their link's group. */
  groupName?: string;
  tries?: number;
  /** Statements about the new user, which are stored with them: they do nothing where there is none. */
  also?: Statement[];
}

/** @throws Conflict for a taken address or chosen username, Forbidden where their only link has no place left */
export async function storeUser(
  deps: Deps,
  user: NewUser & { email: string },
  { isChosen = false, isOnlyByLink = false, groupName, tries = 0, also = [] }: StoreOptions = {},
): Promise<void> {
  try {
    const { config, db, clock } = deps;
    const link = config.requireEmailVerification && user.verifiedAt === null
      ? linkMail(deps, "verify", { ...user, groupName })
      : [];
    const uninvited = isOnlyByLink ? [deleteUninvited(db, user.id, clock())] : [];
    await db.write([...removeLapsed(db, user, clock()), insertUser(db, user), ...uninvited, ...link, ...also]);
    if (isOnlyByLink && !await findUser(db, user.id)) throw invitationNeeded();
  } catch (error) {
    const columns = conflict(error);
    if (columns.includes("email")) throw emailExists();
    if (!columns.includes("username")) throw error;
    if (isChosen || tries === suffixDigits.length) throw usernameExists();
    const siteName = deps.config.site.name;
    const username = usernameFrom(user.fullName, { digits: suffixDigits[tries], siteName });
    await storeUser(deps, { ...user, username }, { isChosen, isOnlyByLink, groupName, tries: tries + 1, also });
  }
}

export const checkEmail = operation({
  call: "POST /users/check-email",
  summary: "Whether an address can be registered",
  access: "anyone",
  takes: AddressToCheck,
  gives: Availability,
  countedAs: { limit: "checkEmail", byAddress: true },
  async run({ deps: { config, db, clock } }, address) {
    const parsed = Address.safeParse(address);
    if (!parsed.success) return { available: false, isValid: false, message: registerTexts.invalidEmail };
    const { email } = parsed.data;
    const unavailable = (message: string) => ({ available: false, isValid: true, message });
    if (config.registration === "closed") return unavailable(registrationTexts.closed);
    if (!isOfDomains(email, config.registrationDomains)) {
      return unavailable(registrationTexts.domains(config.registrationDomains));
    }
    if (await emailIsTaken(db, email, clock())) return unavailable(words.emailTaken);
    return { available: true, isValid: true, message: words.emailAvailable };
  },
});
