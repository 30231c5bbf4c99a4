import * as peopleLimits from "../../server/contract/people/limits.ts";
import type { FormEvent } from "react";
import type { User } from "../../server/contract/people/shapes.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { Field, fieldOf, Select, TextArea } from "../forms/Field.tsx";
import { FormError } from "../forms/FormError.tsx";
import { PictureField } from "../forms/PictureField.tsx";
import type { FormFailure } from "../forms/useSubmit.ts";
import { profileLinks } from "./ProfileCard.tsx";
import { peoplePaths } from "../../server/contract/people/paths.ts";

export type ProfileFields = {
  [F in "fullName" | "bio" | "dob" | "gender" | "linkedin" | "instagram" | "twitter"]?: string | null;
};

interface Props {
  values: ProfileFields | User;
  user: User;
  failure?: FormFailure;
  busy?: boolean;
  onSave: (event: FormEvent<HTMLFormElement>) => void;
  cancel: string;
}

const genders = [
  { value: "", label: "Prefer not to say" },
  ...peopleLimits.genders.map((value) => ({ value, label: value[0].toUpperCase() + value.slice(1) })),
];

export function ProfileForm({ values, user, failure, busy, onSave, cancel }: Props) {
  const issues = failure?.issues ?? [];
  const today = new Date().toISOString().slice(0, 10);
  const field = (name: keyof ProfileFields | "profileImage") => fieldOf(name, issues);
  return (
    <form method="post" action={peoplePaths.profile} encType="multipart/form-data" onSubmit={onSave}>
      <div className="dialog-head">
        <h2 id="edit-title">Edit Profile</h2>
      </div>
      <div className="dialog-body">
        <PictureField
          label="Profile image"
          {...field("profileImage")}
          current={user.profileImage}
          draw={(profileImage) => <Avatar user={{ ...user, profileImage }} size={72} />}
        />
        <Field
          label="Full name"
          {...field("fullName")}
          defaultValue={values.fullName ?? ""}
          autoComplete="name"
          required
        />
        <TextArea label="Bio" {...field("bio")} defaultValue={values.bio ?? ""} />
        <Field
          label="Date of birth"
          {...field("dob")}
          type="date"
          defaultValue={values.dob ?? ""}
          max={today}
          autoComplete="bday"
        />
        <Select label="Gender" {...field("gender")} defaultValue={values.gender ?? ""} options={genders} />
        {profileLinks.map(([name, label]) => (
          <Field
            key={name}
            label={label}
            {...field(name)}
            type="url"
            defaultValue={values[name] ?? ""}
            placeholder="https://"
          />
        ))}
        {failure && issues.length === 0 && <FormError text={failure.text} />}
        <div className="dialog-actions">
          <Button type="submit" form={cancel}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy} busyText="Saving...">Save Changes</Button>
        </div>
      </div>
    </form>
  );
}
