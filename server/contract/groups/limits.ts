/** Times are milliseconds, lengths are characters, sizes are bytes. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

export const groupName = { max: 80 };
export const groupDescription = { max: 500 };
/** How many groups one person makes; how many members and books a group has, and how many faces its card shows. */
export const groups = { perCreator: 200, members: 1000, books: 500, faces: 4 };
/** Invite links: for how many days and people, and how many a group has that can be used. */
export const invites = { days: { usual: 7, max: 30 }, uses: 500, perGroup: 50 };
/**
 * Invitations by mail: how many addresses at a time, in how many characters pasted, how long they are good, how many
 * are listed, and how long nobody is told again of one that was renewed.
 */
export const invitations = { emails: 50, typed: 20_000, lifetime: 30 * day, listed: 100, again: 1 * day };
/** How many groups the list beside one has at most: each weighs on the first packets of its page. */
export const groupList = { max: 20 };
/** How many members *About this group* lists at once, and up to how many an event of a group has. */
export const memberList = { page: 100 };
