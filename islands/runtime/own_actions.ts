/** The groups that this page's reader deletes or leaves here: the news of it is none to them. */
const groupIds = new Set<string>();

/** Marks an action in a group as the reader's own, from before it is called until it fails. */
export async function runOwnAction<T>(groupId: string, action: () => Promise<T>): Promise<T> {
  groupIds.add(groupId);
  try {
    return await action();
  } catch (error) {
    groupIds.delete(groupId);
    throw error;
  }
}

export const isOwnAction = (groupId: string): boolean => groupIds.has(groupId);
