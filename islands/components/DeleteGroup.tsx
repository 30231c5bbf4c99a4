import type { GroupSummary } from "../../server/contract/groups.ts";
import { texts } from "../../server/contract/texts.ts";
import { intercept } from "../lib/intercept.ts";
import { Icon } from "./Icon.tsx";
import { IconButton } from "./IconButton.tsx";

interface Props {
  group: Pick<GroupSummary, "id" | "groupName">;
  isCreator: boolean;
  /** Asks whether to delete it; without script a link asks. */
  onAsk?: (groupId: string) => void;
}

/** A group card's delete button. Who did not create the group sees it disabled, with the reason. */
export function DeleteGroup({ group, isCreator, onAsk }: Props) {
  const label = `Delete ${group.groupName}`;
  if (!isCreator) {
    return <IconButton icon="trash" label={label} title={texts.groups.onlyCreatorDeletes} disabled />;
  }
  return (
    <a
      role="button"
      className="icon-button"
      href={`?delete=${encodeURIComponent(group.id)}`}
      aria-label={label}
      title={label}
      onClick={onAsk && intercept(() => onAsk(group.id))}
    >
      <Icon name="trash" />
    </a>
  );
}
