import { counted } from "../site/plural.ts";

export const settingsTexts = {
  title: "Settings",
  ofGroup: "Settings of this group",
  usual: "Books, listing, @everyone, quiet hours",
  onlyOrganizers: "Only organizers can change these settings",
  save: "Save",
  saved: "Settings saved",
  noTime: "Please enter a time",
  noZone: "Please choose a time zone",
  noHours: "Quiet hours need two different times",
  changers: { members: "All members", organizers: "Organizers" },
  groups: {
    books: "Books",
    members: "Members",
    listed: "Listed groups",
    messages: "Messages",
  },
  rows: {
    shelf: { label: "Adding books", hint: "Members can remove a book that they added." },
    texts: { label: "Texts", hint: "" },
    plan: { label: "Reading plans", hint: "Setting, changing and removing them." },
    contents: { label: "Tables of contents", hint: "A member’s own copy stays theirs." },
    askToShare: {
      label: "Ask members to share their page",
      hint: "Everyone is asked once. Nothing is shared unless they agree.",
    },
    overview: {
      label: "Reading overview",
      hint: "Organizers see the progress of every member who agrees.",
    },
    hideMembers: {
      label: "Hide the list of members",
      hint: "Members see the organizers, themselves and the number of members.",
    },
    listed: { label: "List this group", hint: "Others see its name and current book, and ask to join." },
    everyone: { label: "@everyone", hint: "In an organizer’s message it mentions all members." },
    quiet: { label: "Quiet hours", hint: "Nothing is pushed or mailed then. Notices wait in the bell." },
  },
  quietFrom: "From",
  quietTo: "Until",
  timeZone: "Time zone",
  organizersOnly: {
    plan: "Organizers set the plan of a book in this group",
    contents: "Organizers write the table of contents in this group",
    shelf: "Organizers add books to this group",
    texts: "Organizers bring the texts of books in this group",
  },
};

export const askTexts = {
  share: {
    title: "Share your page?",
    text: "This group shares pages: the others see which page you are on, and you see theirs. Share yours?",
    yes: "Share my page",
    no: "Not now",
    done: (shared: boolean) =>
      shared ? "You share your page in this group" : "You do not share your page in this group",
    isOn: "You share the page you are on with this group.",
    isOff: "You share your page only where you chose to, book by book.",
    stop: "Stop sharing",
  },
  overview: {
    title: "Show your reading to the organizers?",
    text:
      "The organizers ask to see how far you have read and which questions you answered. You can stop this at any " +
      "time.",
    yes: "Agree",
    no: "No",
    done: (agreed: boolean) =>
      agreed ? "The organizers see how far you have read" : "The organizers do not see how far you have read",
    isOn: "The organizers see how far you have read and which questions you answered.",
    isOff: "The organizers do not see how far you have read.",
    stop: "Stop showing it",
    notAsked: "This group has no overview",
  },
  own: "What you share",
  overviewLink: "Open the reading overview",
};

export const changesTexts = {
  title: "Changes",
  hint: "What members changed for everybody. Undoing one is a change too.",
  empty: "Nothing has been changed yet.",
  latest: (count: number, when: string) => `${counted(count, "change")}, the latest: ${when}`,
  somebody: "A former member",
  kinds: {
    plan: (title: string) => `changed the plan of ${title}`,
    contents: (title: string) => `changed the contents of ${title}`,
    removed: (title: string) => `removed ${title}`,
    restored: (title: string) => `brought back ${title}`,
    corrected: (title: string) => `corrected ${title}`,
    moved: (title: string) => `moved ${title} on the shelf`,
  },
  brings: {
    plan: (from: string, to: string) => `Undo brings back the plan from ${from} to ${to}`,
    noPlan: "Undo leaves it without a plan, as it was",
    chapters: (count: number) => `Undo brings back ${counted(count, "chapter")}`,
    noChapters: "Undo leaves it without contents, as it was",
    removed: "Undo brings it back",
    restored: "Undo removes it for everyone",
    corrected: "Undo brings back its title, author and pages",
    moved: "Undo moves it back",
  },
  undo: "Undo",
  undoneAt: (when: string) => `Undone: ${when}`,
  undoOf: (what: string) => `Undo: ${what}`,
  undone: "Undone",
  notFound: "There is no such change",
  already: "This has been undone in the meantime",
  onlyOrganizers: "Only organizers can undo changes",
};

export const removalTexts = {
  title: "Books",
  remove: "Remove this book",
  confirm:
    "It disappears from the shelf, with its plan and questions. It can be brought back for 30 days. Notes stay in “My " +
    "notes” of the people who wrote them.",
  action: "Remove",
  ask: "Remove…",
  list: "Remove a book",
  removeOf: (title: string) => `Remove ${title}`,
  removed: "Book removed; organizers can undo it for 30 days",
  /** Beside Undo. */
  removedByOrganizer: "Book removed",
  restored: "The book is back",
  notAllowed: "Only organizers can remove this book",
  onlyOrganizersRestore: "Only organizers can bring back a book",
};

export const overviewTexts = {
  title: "Reading overview",
  back: "About this group",
  link: "Reading overview",
  description: "How far the members have read.",
  hint: "Only members who agreed are listed. Each can stop at any time.",
  off: "The overview is off",
  offHint: "Switch it on in the settings of this group, and every member is asked.",
  toSettings: "Settings",
  empty: "Nobody has agreed yet",
  emptyHint: "Members are asked on the group’s pages, and appear here once they say yes.",
  noBooks: "There are no books yet.",
  declined: (count: number) => count === 1 ? "1 member said no." : `${count} members said no.`,
  notAnswered: (count: number) => `Not answered yet (${count})`,
  others: (count: number) => `and ${count} more`,
  remind: "Remind them",
  reminded: (count: number) => count === 1 ? "1 member was reminded" : `${count} members were reminded`,
  remindHint: "They get a notification, once a day at most.",
  nobodyToRemind: "Everyone who gets notifications of this group has answered, or was reminded in the last 24 hours",
  csv: "Download as CSV",
  reader: "Member",
  username: "Username",
  lastRead: "Last read",
  answered: "Questions answered",
  of: (answered: number, all: number) => `${answered} of ${all}`,
  questions: (answered: number, all: number) => `${answered} of ${all} questions`,
  page: (page: number) => `page ${page}`,
  /** How far before the group's day, or behind it. */
  pace: (pages: number) => pages === 0 ? "with the plan" : pages > 0 ? `↑ ${pages} ahead` : `↓ ${-pages} behind`,
  groupIs: (page: number) => `Group: page ${page} today`,
  /** The head of a phone's only column. */
  readSoFar: "Read so far",
  sortBy: (title: string) => `Sort by ${title}, least read first`,
  unsort: (title: string) => `Sorted by ${title}. Sort by joining`,
  openBook: "Open the book",
  openBookOf: (title: string) => `Open the book: ${title}`,
  notBegun: "–",
  notBegunLabel: "Not begun",
  more: "More members",
  onlyOrganizers: "Only organizers see the overview",
  table: "How far members have read",
};
