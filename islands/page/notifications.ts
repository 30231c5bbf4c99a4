/** The notifications that the service worker has shown on this device. */

interface Shown {
  tag: string;
  /** What it leads to. */
  url: string;
  /** Of the notice, where it is about one. */
  id?: string;
}

/** Closes those about what was read, or is gone. */
export function closeNotifications(isRead: (shown: Shown) => boolean): void {
  closeAll(isRead).catch((error) => console.warn(error));
}

async function closeAll(isRead: (shown: Shown) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of await registration?.getNotifications() ?? []) {
    if (isRead({ tag: notification.tag, url: notification.data?.url ?? "", id: notification.data?.id })) {
      notification.close();
    }
  }
}
