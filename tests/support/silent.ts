/** Of a group without messages, as its viewer has it. */
export const silent = { unread: 0, mentions: 0, lastReadSeq: 0, notify: "all", lastMessage: null, rev: 0 };
