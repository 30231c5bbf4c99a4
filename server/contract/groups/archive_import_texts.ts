import type { ImportedGroup } from "./archive_shapes.ts";
import { counted } from "../site/plural.ts";

/** What is said where a group's archive is read back. */
export const archiveImportTexts = {
  title: "Read an archive back",
  about: "An archive of a group, from this site or another one, becomes a new group of yours. " +
    "Everyone else in it gets an account without a password; you give each of them a card to choose one.",
  file: "Archive",
  hint: "The ZIP file as it was downloaded, up to 50 MB. Of secret polls only what has won is read back.",
  me: "Your username in it",
  meHint: "If it is not the same as here.",
  read: "Read the archive",
  link: "Read an archive back into a new group",
  notAllowed:
    "An archive contains other people, and only the people who run this site can make accounts. Please ask one of them.",
  noFile: "Please choose a file.",
  tooLarge: "The archive is larger than 50 MB.",
  notArchive: "This file isn’t a group archive.",
  tooManyEntries: "The archive has more than 10,000 files.",
  tooManyRows: "The archive has more than 1,000,000 rows.",
  tooMuch: "The archive is too large when it is unpacked.",
  tooManyPeople: "The archive has more people than a group may have.",
  unknownMe: "Nobody in the archive has this username.",
  namesTaken: "A username of the archive has been taken in the meantime. Please try again.",
  sentAgain: "This form was sent before, and its archive has been read. To read another one, reload the page.",
  tooLong: "Reading the archive took too long. Please try again.",
  busy: "Another archive is being read. Please try again in a minute.",
  imported: ({ people, messages, books, leftOut }: ImportedGroup) =>
    [
      `${counted(messages, "message")} and ${counted(books, "book")} read back.`,
      people > 0 && `${counted(people, "account")} created.`,
      leftOut > 0 && `${leftOut} left out.`,
    ].filter(Boolean).join(" "),
};
