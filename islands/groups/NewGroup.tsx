import type { Group } from "../../server/contract/groups/shapes.ts";
import { Field } from "../forms/Field.tsx";
import { type FormFailure, InvalidInput, useSubmit } from "../forms/useSubmit.ts";
import { Button } from "../ui/Button.tsx";
import { createGroup } from "./calls.ts";
import { groupPaths } from "../../server/contract/groups/paths.ts";
import { groupsTexts } from "../../server/contract/groups/texts.ts";

interface Props {
  formKey: string;
  typed?: string;
  failure?: FormFailure;
  onCreated: (group: Group) => void;
}

export function NewGroup({ formKey, typed, onCreated, ...props }: Props) {
  const { busy, failure, onSubmit } = useSubmit({
    submit: async ({ groupName }) => {
      const name = groupName.trim();
      if (!name) throw new InvalidInput(groupsTexts.nameRequired);
      return await createGroup(name);
    },
    onSuccess: onCreated,
    successToast: groupsTexts.created,
    failed: groupsTexts.createFailed,
    failureToast: groupsTexts.createFailed,
    failure: props.failure,
  });
  return (
    <form method="post" action={groupPaths.groups} className="card stack" onSubmit={onSubmit}>
      <input type="hidden" name="formKey" value={formKey} />
      <Field label="Group name" name="groupName" defaultValue={typed} error={failure?.text} required autoFocus />
      <Button type="submit" kind="primary" busy={busy} busyText="Creating...">Create</Button>
    </form>
  );
}
