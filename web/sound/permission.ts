/** The permission for notifications, asked for only when the user turns them on. */

/** Asks the browser to allow notifications; false if it does not. */
export async function allowNotifications(): Promise<boolean> {
  if (typeof Notification === "undefined") return false;
  return await Notification.requestPermission() === "granted";
}
