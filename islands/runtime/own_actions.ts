const groupIds = new Set<string>();

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
