import type { HighlightColor } from "../../server/contract/notes/mark_colors.ts";

interface DemoMark {
  by: string;
  /** Words of the text, as they are there. */
  quote: string;
  color: HighlightColor;
  note?: string;
  shared: boolean;
  answers?: [username: string, content: string][];
}

/** The gothic readers' second book: up to which words each has read, and what they marked. */
export const text = {
  readers: {
    grace: "bring the life of that unhappy Henry Jekyll to an end.",
    elodie: "as froze the very blood of the two gentlemen below.",
    ada: "the moment I choose, I can be rid of Mr. Hyde.",
    aisha: "The cheque was genuine.”",
  } as Record<string, string>,
  /** Where a guest of the demo is. */
  guest: "“A very good rule, too,” said the lawyer.",
  marks: [
    {
      by: "elodie",
      quote:
        "“I incline to Cain’s heresy,” he used to say quaintly: “I let my brother go to the devil in his own way.”",
      color: "yellow",
      note: "The first thing we learn of the man whose eyes we are given: he looks away, and is liked for it.",
      shared: true,
      answers: [["grace", "Keep this one in mind. The book will ask him for it back."]],
    },
    {
      by: "ada",
      quote: "a certain sinister block of building thrust forward its gable on the street",
      color: "blue",
      note: "No window, no bell, no knocker. A house that only goes in.",
      shared: true,
      answers: [["aisha", "And we are told so before we know that anyone lives in it."]],
    },
    {
      by: "aisha",
      quote: "I never saw a circle of such hateful faces",
      color: "pink",
      note: "It is the good people who look like this.",
      shared: true,
      answers: [["elodie", "He says so himself, and does not notice."]],
    },
    {
      by: "grace",
      quote:
        "You start a question, and it’s like starting a stone. You sit quietly on the top of a hill; and away the " +
        "stone goes, starting others",
      color: "green",
      note: "The plot of the book, told by a man who means to keep out of it.",
      shared: true,
    },
    {
      by: "ada",
      quote: "the more it looks like Queer Street, the less I ask",
      color: "green",
      note: "Discretion again. Everybody here has it, and it helps nobody.",
      shared: true,
    },
    { by: "ada", quote: "I never saw a man I so disliked, and yet I scarce know why.", color: "yellow", shared: false },
    {
      by: "elodie",
      quote: "“If he be Mr. Hyde,” he had thought, “I shall be Mr. Seek.”",
      color: "yellow",
      note: "The only joke he makes, and he makes it alone.",
      shared: true,
    },
    {
      by: "ada",
      quote: "the moment I choose, I can be rid of Mr. Hyde",
      color: "pink",
      note: "Does he believe it? Come back to this at the end.",
      shared: false,
    },
    {
      by: "elodie",
      quote: "with apelike fury, he was trampling his victim under foot",
      color: "pink",
      note: "Told by someone who fainted. Who saw the rest?",
      shared: true,
      answers: [["grace", "Nobody. It is the only scene that has a witness, and she is at a window."]],
    },
    {
      by: "elodie",
      quote: "If I am the chief of sinners, I am the chief of sufferers also.",
      color: "blue",
      note: "He counts himself first even here.",
      shared: true,
    },
    {
      by: "grace",
      quote: "all human beings, as we meet them, are commingled out of good and evil",
      color: "green",
      note: "Then what did he take out of himself, and what stayed?",
      shared: true,
    },
  ] as DemoMark[],
};
