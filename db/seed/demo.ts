export const people: Record<string, { fullName: string; bio?: string }> = {
  ada: { fullName: "Ada Marlowe", bio: "Second-year mathematics. Proofs first, coffee second." },
  grace: { fullName: "Grace Okonkwo", bio: "Compilers by day, novels by night." },
  mallory: { fullName: "Mallory Quint", bio: "Philosophy, mostly on trains." },
  noor: { fullName: "Noor Haddad", bio: "Medicine, third year. Ask me about kidneys." },
  mateo: { fullName: "Mateo García", bio: "Physics teacher who went back to school." },
  mei: { fullName: "Mei Chen" },
  tomasz: { fullName: "Tomasz Łukasik", bio: "I take the notes so that you need not." },
  aisha: { fullName: "Aisha Rahman", bio: "Law, and long walks." },
  jonas: { fullName: "Jonas Weber" },
  elodie: { fullName: "Élodie Laurent", bio: "Reads everything twice." },
  sam: { fullName: "Sam Carter", bio: "New here. Say hello." },
  ines: { fullName: "Inês Duarte", bio: "Chemistry. Currently: arrows, so many arrows." },
};

interface DemoBook {
  title: string;
  author: string;
  publisher: string;
  publishedDate: string;
  pageCount: number;
  isbn: string | null;
  categories: string[];
  addedBy: string;
  readers: Record<string, number>;
  notes?: [string, number, string][];
  together?: DemoReading;
}

export interface DemoReading {
  plan: { by: string; daysAgo: number; length: number; days: number[] };
  chapters: [title: string, page: number][];
  sharing: string[];
  audiobook: { minutes: number; listeners: string[] };
  sharedNotes: { by: string; page: number; answers: [string, string][] }[];
  questions: { by: string; page: number; question: string; answers: [string, string][] }[];
}

interface DemoGroup {
  groupName: string;
  description: string;
  members: string[];
  books: DemoBook[];
  /** One line each: author, the page of the first book that it is about, if any, and text. */
  talk: string;
}

export const groups: Record<string, DemoGroup> = {
  algebra: {
    groupName: "Linear Algebra, spring term",
    description: "Two chapters a week, exercises on Thursdays at seven. Nobody is too slow.",
    members: ["ada", "grace", "mateo", "tomasz", "mei", "elodie"],
    books: [
      {
        title: "Linear Algebra Done Right",
        author: "Sheldon Axler",
        publisher: "Springer",
        publishedDate: "2015",
        pageCount: 340,
        isbn: "9783319110790",
        categories: ["Mathematics", "Linear Algebra"],
        addedBy: "ada",
        readers: { ada: 148, grace: 121, mateo: 160, tomasz: 148, mei: 97 },
        notes: [
          ["ada", 132, "Eigenvalues without determinants. The whole proof hangs on: n + 1 vectors in n dimensions."],
          ["ada", 148, "Upper-triangular matrices: read off the eigenvalues from the diagonal. Why does it need ℂ?"],
          ["grace", 121, "T² = T: what can the eigenvalues be? Only 0 and 1. Ask about the converse."],
        ],
      },
      {
        title: "Introduction to Linear Algebra",
        author: "Gilbert Strang",
        publishedDate: "2016",
        publisher: "Wellesley-Cambridge Press",
        pageCount: 574,
        isbn: "9780980232776",
        addedBy: "mateo",
        categories: ["Mathematics", "Linear Algebra"],
        readers: { mateo: 301, elodie: 44 },
        notes: [["mateo", 301, "Four subspaces picture: draw it on the board next time."]],
      },
    ],
    talk: `
ada: Welcome, everyone! Chapter 5 for Thursday, sections A and B.
mateo: I brought Strang along as well, for those who like pictures.
elodie: I do like pictures.
tomasz: Notes of last week are done. Short version: a linear map is what it does to a basis.
mei: That sentence saved my evening.
grace: Question about 5.A: why does he avoid determinants so hard?
ada: Because an eigenvalue, $T v = \\lambda v$ with $v \\neq 0$, needs no determinant to exist, and the proof is shorter without.
grace: Shorter, and I could even remember it in the shower.
mateo: Which exercise shall we do together? I vote for 5.A 26.
mei: 26 is fine with me. I got stuck halfway, at the part with the dimension.
tomasz: You need that $v, T v, \\dots, T^n v$ are *dependent* where $\\dim V = n$. Then it is two lines.
mei: Two lines! I had a page and a half.
elodie: A page and a half is how I find the two lines.
ada: Quote of the term.
grace: Is anyone's edition the third? Page numbers differ in mine.
ada: Third, yes. I am on page 148.
mateo: There is a nice lecture on this: https://ocw.mit.edu/courses/18-06-linear-algebra-spring-2010/
elodie: Thursday at seven, then? I bring biscuits.
tomasz: Thursday at seven. Biscuits are a linear combination of butter and sugar.
ada: See you all there.`,
  },
  gothic: {
    groupName: "Gothic novels by candlelight",
    description: "One novel a month, read slowly, talked over quickly.",
    members: ["grace", "ada", "elodie", "aisha", "sam"],
    books: [{
      title: "Frankenstein",
      author: "Mary Shelley",
      publisher: "Penguin Books",
      publishedDate: "2003",
      pageCount: 273,
      isbn: "9780141439471",
      categories: ["Literature", "Fiction"],
      addedBy: "grace",
      readers: { grace: 273, ada: 88, elodie: 201, aisha: 140 },
      notes: [
        ["ada", 88, "The creature learns to read from Plutarch and Milton. What would we hand it today?"],
        ["elodie", 54, "He flees from what he made before it has done anything. Everything follows from that."],
        ["aisha", 131, "The cottage is where the book changes sides, and so did I."],
      ],
      together: {
        plan: { by: "grace", daysAgo: 12, length: 30, days: [0, 2, 4, 6] },
        chapters: [["Letters", 13], ["Volume One", 33], ["Volume Two", 93], ["Volume Three", 153]],
        sharing: ["ada", "elodie", "aisha"],
        audiobook: { minutes: 515, listeners: ["aisha"] },
        sharedNotes: [
          { by: "elodie", page: 54, answers: [["ada", "And nobody in the house asks him a single question."]] },
          { by: "aisha", page: 131, answers: [] },
        ],
        questions: [{
          by: "grace",
          page: 60,
          question: "Who is to blame for William: the maker, or the made?",
          answers: [["elodie", "The maker, and he knows it. He says so too often."], ["aisha", "Ask me a page later."]],
        }],
      },
    }, {
      // With its text (`demo_text.ts`), by which its readers are somewhere in it.
      title: "The Strange Case of Dr. Jekyll and Mr. Hyde",
      author: "Robert Louis Stevenson",
      publisher: "Longmans, Green & Co.",
      publishedDate: "1886",
      pageCount: 141,
      isbn: null,
      categories: ["Literature", "Fiction"],
      addedBy: "elodie",
      readers: {},
    }],
    talk: `
grace: Frankenstein it is. Until volume one by Sunday?
elodie: I have started it for the third time in my life and it is a different book each time.
aisha: I did not expect letters inside letters.
ada, page 30: A frame, and a frame in it, and a frame in that one.
sam: Hello! May I still join for this one?
grace: Of course. Sunday is far away and the book is thin.
grace, page 112: It learnt to read by listening at a wall. I had to put the book down.
aisha, page 140: Is it allowed to dislike Victor?
elodie: It is nearly required.
elodie: For the evenings that are too short for it, Jekyll and Hyde is on the shelf, with its text. Mark what you like.
grace: Candles lit. See you on Sunday.`,
  },
  systems: {
    groupName: "Operating systems from scratch",
    description: "Building a small kernel, chapter by chapter.",
    members: ["jonas", "grace", "mei", "sam"],
    books: [{
      title: "Modern Operating Systems",
      author: "Andrew S. Tanenbaum, Herbert Bos",
      publisher: "Pearson",
      publishedDate: "2015",
      pageCount: 1101,
      isbn: "9780133591620",
      addedBy: "jonas",
      categories: ["Computing", "Operating Systems"],
      readers: { jonas: 412, grace: 398, mei: 256 },
      notes: [["grace", 398, "Work out the page table size for 48 bits of address. Then do it again with huge pages."]],
    }],
    talk: `
jonas: The scheduler runs. It is unfair, but it runs.
grace: Unfair to whom?
jonas: To everybody in turn.
mei: Then it is round robin.
sam: I shall pretend that I understood that.
grace: Read 2.4, Sam, and you will. It is the friendliest chapter.`,
  },
  organic: {
    groupName: "Organic chemistry survivors",
    description: "Mechanisms, and moral support.",
    members: ["ines", "noor", "aisha", "mallory"],
    books: [{
      title: "Organic Chemistry",
      author: "Jonathan Clayden, Nick Greeves, Stuart Warren",
      publisher: "Oxford University Press",
      publishedDate: "2012",
      pageCount: 1234,
      isbn: "9780199270293",
      categories: ["Chemistry", "Organic Chemistry"],
      addedBy: "ines",
      readers: { ines: 510, noor: 365 },
    }],
    talk: `
ines: Curly arrows start where the electrons are. I shall say this until it is true of all of us.
noor: Tell it to my exam paper.
mallory: I am here for the moral support only.
ines: You may hold the arrows.`,
  },
};

export const friends = [
  ["ada", "grace"],
  ["ada", "tomasz"],
  ["ada", "elodie"],
  ["grace", "elodie"],
  ["grace", "jonas"],
  ["noor", "ines"],
];

export const requests = [["mateo", "ada"], ["sam", "ada"], ["mallory", "grace"], ["aisha", "noor"]];
