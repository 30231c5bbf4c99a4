import { findMayWrite } from "../../../db/groups/conversations.ts";
import type { C } from "../../layout/page.tsx";

/** Whether they read a conversation in which nobody can write any more. */
export const isClosedTo = async ({ var: { deps, user } }: C, groupId: string): Promise<boolean> =>
  await findMayWrite(deps.db, user.id, groupId) === false;
