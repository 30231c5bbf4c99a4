import { type Tab, Tabs } from "../../../islands/ui/Tabs.tsx";
import { displayName } from "../../../server/contract/people/names.ts";
import type { UserCard } from "../../../server/contract/people/shapes.ts";

interface Props {
  user: Pick<UserCard, "username" | "fullName" | "email">;
  tabs: readonly Tab[];
}

/** The viewer's name, and where to go: beside the content, or on a phone above it and at the bottom of the screen. */
export function DashboardSide({ user, tabs }: Props) {
  return (
    <div className="dashboard-side">
      <div>
        <p className="dashboard-name">{displayName(user)}</p>
        <p className="dashboard-email">{user.email}</p>
      </div>
      <Tabs label="Dashboard" tabs={tabs} className="dashboard-nav" />
    </div>
  );
}
