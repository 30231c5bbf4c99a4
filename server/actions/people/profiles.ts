import * as people from "../../../db/people/users.ts";
import * as users from "../../../db/people/users.ts";
import type { Picture } from "../../../db/people/users.ts";
import { assertOwnName } from "../account/names.ts";
import { accountPaths } from "../../contract/account/paths.ts";
import { accountTexts } from "../../contract/account/texts.ts";
import { peoplePaths } from "../../contract/people/paths.ts";
import { PrivacyForm, ProfileUpdate, User, type UserCard } from "../../contract/people/shapes.ts";
import { profileTexts } from "../../contract/people/texts.ts";
import type { Deps } from "../../deps.ts";
import { Unauthorized } from "../../errors.ts";
import { makePicture } from "../../media/pictures.ts";
import { operation } from "../../operation.ts";

export const unusablePicture = ["image_unreadable", "image_of_other_kind", "image_too_many_pixels"];

export const updateProfile = operation({
  call: "PUT /users/profile",
  summary: "Changes the caller's profile",
  access: "signedIn",
  takes: ProfileUpdate,
  gives: { user: User },
  says: profileTexts.updated,
  body: "picture",
  fails: { 400: ["reserved_name", ...unusablePicture] },
  form: [
    {
      path: peoplePaths.profile,
      read: ({ fields: { removeImage, ...typed }, files: { profileImage } }) => (
        { ...typed, profileImage: profileImage ?? (removeImage ? "" : undefined) }
      ),
      to: () => peoplePaths.profile,
    },
    {
      path: accountPaths.privacy,
      takes: PrivacyForm,
      says: accountTexts.saved,
      to: () => accountPaths.accountTab("privacy"),
    },
  ],
  async run({ deps, user }, { profileImage, ...changes }) {
    // People who had the name before it was reserved keep it.
    if (changes.fullName && changes.fullName !== user.fullName) assertOwnName(deps, changes.fullName, "fullName");
    // Clients may send back the whole profile they read, with the address of the picture.
    const isUnchanged = profileImage === undefined || profileImage === user.profileImage;
    const picture = isUnchanged ? undefined : profileImage ? await receivePicture(deps, user, profileImage) : null;
    const changed = await users.updateProfile(deps.db, user.id, { ...changes, picture });
    if (!changed) throw new Unauthorized();
    return { user: changed };
  },
});

/** This costs more than any other call. @throws BadRequest or TooLarge for what cannot be used, TooMany */
export async function receivePicture({ limiter }: Deps, uploader: User, upload: string | File): Promise<Picture> {
  await limiter.take("picture", uploader.id);
  return await makePicture(upload);
}

/** Where verification is required, only verified ones. */
export const searchUsers = (
  { config, db }: Deps,
  viewer: User,
  query: string,
): Promise<UserCard[]> => people.searchUsers(db, viewer.id, query, { unverified: !config.requireEmailVerification });
