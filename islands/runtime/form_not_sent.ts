/** What the service worker tells a window whose plain form did not reach the server. */
export const formNotSent = "form not sent";
