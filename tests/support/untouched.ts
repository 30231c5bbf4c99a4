/** What a message and a group have while nothing has happened to them. */

/** Of a message that refers to nothing and was never changed. */
export const untouched = {
  editedAt: null,
  deletedAt: null,
  replyTo: null,
  mentions: [],
  reactions: [],
  pinnedAt: null,
  files: [],
  anchor: null,
  veiled: false,
};

/** Of a group without messages, as its viewer has it. */
export const silent = { unread: 0, mentions: 0, lastReadSeq: 0, notify: "all", lastMessage: null, rev: 0 };
