import type { GroupSummary } from "../../server/contract/groups.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { OpenForm } from "../ui/OpenForm.tsx";

interface Props {
  group: Pick<GroupSummary, "id" | "groupName" | "createdBy">;
  viewerId: string;
  /** Whether it is being deleted. */
  busy?: boolean;
  /** Asks whether to delete it; without script a form asks. */
  onAsk: (groupId: string) => void;
}

/** A group card's delete button. Who did not create the group sees it disabled, with the reason. */
export function DeleteGroup({ group, viewerId, busy, onAsk }: Props) {
  const label = `Delete ${group.groupName}`;
  if (group.createdBy !== viewerId) {
    return <IconButton icon="trash" label={label} title={texts.groups.onlyCreatorDeletes} disabled />;
  }
  return (
    <OpenForm to={`${paths.dashboard}?delete=${encodeURIComponent(group.id)}`} onOpen={() => onAsk(group.id)}>
      <IconButton type="submit" icon="trash" label={label} busy={busy} />
    </OpenForm>
  );
}
