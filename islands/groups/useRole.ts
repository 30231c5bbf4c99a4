import { useEffect, useState } from "react";
import type { Role } from "../../server/contract/groups/shapes.ts";
import { on } from "../runtime/events.ts";

export function useRole(groupId: string, start: Role): Role {
  const [role, setRole] = useState(start);
  useEffect(() => on("groupChanged", (group) => void (group.id === groupId && setRole(group.role))), []);
  return role;
}
