export const page = 100;
export const announcement = { max: 300, hours: 720 };
export const setUp = 7 * 24 * 3600_000;
