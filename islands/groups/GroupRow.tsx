import { useState } from "react";
import type { GroupSummary } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { ConfirmDialog } from "../forms/ConfirmDialog.tsx";
import { useSubmit } from "../forms/useSubmit.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { OpenForm } from "../ui/OpenForm.tsx";
import { deleteGroup } from "./calls.ts";
import { GroupCard } from "./GroupCard.tsx";

interface Props {
  group: GroupSummary;
  viewerId: string;
  /** Whether the question is open; without script a form opens it. */
  confirming: boolean;
  onDeleted: () => void;
}

/** A group's card with its delete button. Who did not create the group sees it disabled, with the reason. */
export function GroupRow({ group, viewerId, onDeleted, ...props }: Props) {
  const [confirming, setConfirming] = useState(props.confirming);
  const { busy, onSubmit } = useSubmit({
    submit: () => deleteGroup(group.id),
    onSuccess: onDeleted,
    successToast: texts.groups.deleted,
    failed: texts.groups.deleteFailed,
    failureToast: texts.groups.deleteFailed,
  });
  const label = `Delete ${group.groupName}`;
  return (
    <>
      <GroupCard group={group}>
        {group.createdBy === viewerId
          ? (
            <OpenForm to={paths.confirmDeleteGroup(group.id)} onOpen={() => setConfirming(true)}>
              <IconButton type="submit" icon="trash" label={label} busy={busy} />
            </OpenForm>
          )
          : <IconButton icon="trash" label={label} title={texts.groups.onlyCreatorDeletes} disabled />}
      </GroupCard>
      {confirming && (
        <ConfirmDialog
          title="Delete group"
          text={texts.groups.confirmDelete}
          action="Delete"
          to={paths.deleteGroup(group.id)}
          onConfirm={onSubmit}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
