import type { FormEvent } from "react";
import * as limits from "../../server/contract/limits.ts";
import { paths } from "../../server/contract/paths.ts";
import type { User } from "../../server/contract/users.ts";
import { Button } from "./Button.tsx";
import { Field } from "./Field.tsx";
import { FormError } from "./FormError.tsx";
import { profileLinks } from "./ProfileCard.tsx";
import { Select } from "./Select.tsx";
import { TextArea } from "./TextArea.tsx";

export type ProfileFields = {
  [F in "fullName" | "bio" | "dob" | "gender" | "linkedin" | "instagram" | "twitter"]?: string | null;
};

interface Props {
  values: ProfileFields | User;
  hasImage: boolean;
  error?: string;
  busy?: boolean;
  onSave: (event: FormEvent<HTMLFormElement>) => void;
  /** The id of the form that closes the dialog. */
  cancel: string;
}

const genders = [
  { value: "", label: "Not said" },
  ...limits.genders.map((value) => ({ value, label: value[0].toUpperCase() + value.slice(1) })),
];

/** Everything someone says of herself. */
export function ProfileForm({ values, hasImage, error, busy, onSave, cancel }: Props) {
  const today = new Date().toISOString().slice(0, 10);
  return (
    <form method="post" action={paths.profile} encType="multipart/form-data" onSubmit={onSave}>
      <div className="dialog-head">
        <h2 id="edit-title">Edit Profile</h2>
      </div>
      <div className="dialog-body">
        <Field
          label="Profile image"
          name="profileImage"
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
        />
        {hasImage && (
          <label className="cluster">
            <input type="checkbox" name="removeImage" value="yes" /> Remove the present image
          </label>
        )}
        <Field
          label="Full name"
          name="fullName"
          defaultValue={values.fullName ?? ""}
          maxLength={limits.fullName.max}
          autoComplete="name"
        />
        <TextArea label="Bio" name="bio" defaultValue={values.bio ?? ""} maxLength={limits.bio.max} />
        <Field
          label="Date of birth"
          name="dob"
          type="date"
          defaultValue={values.dob ?? ""}
          max={today}
          autoComplete="bday"
        />
        <Select label="Gender" name="gender" defaultValue={values.gender ?? ""} options={genders} />
        {profileLinks.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            name={name}
            type="url"
            defaultValue={values[name] ?? ""}
            maxLength={limits.url.max}
            placeholder="https://"
          />
        ))}
        {/* Beside the button that was pressed, where no toast covers it. */}
        {error && <FormError text={error} />}
        <div className="dialog-actions">
          <Button type="submit" form={cancel}>Cancel</Button>
          <Button type="submit" name="intent" value="save" kind="primary" busy={busy} busyText="Saving...">
            Save Changes
          </Button>
        </div>
      </div>
    </form>
  );
}
