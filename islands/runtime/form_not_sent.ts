export const formNotSent = "form not sent";
