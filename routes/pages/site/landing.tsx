import type { ReactNode } from "react";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Icon, type IconName } from "../../../islands/ui/Icon.tsx";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { pitch } from "../../../server/contract/site/texts.ts";
import { plainSite, type Site } from "../../../server/settings/site.ts";

export const Landing = ({ site, isOpen }: { site: Pick<Site, "name">; isOpen: boolean }) => (
  <>
    <section className="hero">
      <div className="stack">
        <h1 className="hero-title">A reading room for your study group</h1>
        <p className="lede">{pitch}</p>
        <div className="cluster">
          {isOpen && <LinkButton kind="primary" href={accountPaths.register}>Get Started</LinkButton>}
          <LinkButton href="#features">Features</LinkButton>
          <LinkButton href={accountPaths.login}>Login</LinkButton>
        </div>
      </div>
      <Illustration />
    </section>
    <section id="features" className="tour" aria-labelledby="features-title">
      <h2 id="features-title">Features</h2>
      {tour.map((stop) => <Stop key={stop.name} {...stop} />)}
    </section>
    <ul className="features">
      {features.map(({ name, icon, text }) => (
        <li key={name}>
          <Icon name={icon} />
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
    <section className="readers" aria-labelledby="readers-title">
      <h2 id="readers-title">For anyone who reads to learn</h2>
      <ul>
        {readers.map((reader) => <li key={reader}>{reader}</li>)}
      </ul>
    </section>
    <section className="invitation">
      <h2>One book and two friends are enough</h2>
      {site.name === plainSite.name && (
        <p className="lede">
          A chapterhouse was the room where a house met every day to hear a chapter read. Yours is open already.
        </p>
      )}
      {isOpen && <LinkButton kind="primary" href={accountPaths.register}>Get Started</LinkButton>}
    </section>
  </>
);

interface StopProps {
  name: string;
  text: ReactNode;
  picture: { file: string; width: number; height: number; alt: string; narrow?: { width: number; height: number } };
}

const Stop = ({ name, text, picture: { file, alt, narrow, ...size } }: StopProps) => (
  <figure className="tour-stop">
    <figcaption className="stack">
      <h3>{name}</h3>
      <p>{text}</p>
    </figcaption>
    <picture>
      {narrow && (
        <>
          <source media={`${onPhone} and ${inDark}`} srcSet={`/pictures/${file}-narrow-dark.webp`} {...narrow} />
          <source media={onPhone} srcSet={`/pictures/${file}-narrow-light.webp`} {...narrow} />
        </>
      )}
      <source media={inDark} srcSet={`/pictures/${file}-dark.webp`} {...size} />
      <img className="tour-picture" src={`/pictures/${file}-light.webp`} {...size} alt={alt} loading="lazy" />
    </picture>
  </figure>
);

const onPhone = "(width < 45rem)";
const inDark = "(prefers-color-scheme: dark)";
const narrow = { width: 340, height: 520 };

const tour: StopProps[] = [
  {
    name: "Talk while you read",
    text:
      "Every group has a live chat beside its books. What was written is there when you come back, and what you send " +
      "is not lost when the line drops: it waits, and arrives once.",
    picture: {
      file: "chat",
      width: 860,
      height: 640,
      narrow,
      alt: "A group’s page: its conversation on the left, the books it reads on the right.",
    },
  },
  {
    name: "One shelf, a page of your own",
    text: "Put a book on the group’s shelf and everyone reads at their own pace: with a page, a bar that fills, and " +
      "notes for each page that nobody else sees.",
    picture: {
      file: "book",
      width: 860,
      height: 640,
      narrow,
      alt: "A book opened: how much of it is read, the current page, and the notes for it.",
    },
  },
  {
    name: "At home in a pocket",
    text:
      "Pages arrive ready to read and weigh less than a small photograph. An old phone on a weak signal is all it " +
      "takes, and everything works before a single script has loaded.",
    picture: {
      file: "phone",
      width: 340,
      height: 640,
      alt: "The same on a phone: the conversation, and below it where to go.",
    },
  },
];

const features: { name: string; icon: IconName; text: string }[] = [
  { name: "Groups", icon: "users", text: "One for each course or book. You choose who joins." },
  { name: "Friends", icon: "user-plus", text: "Find other learners by name and stay in touch." },
  { name: "Books", icon: "book", text: "Find books without leaving the chat, or add one manually." },
  { name: "Quiet", icon: "moon", text: "No advertising, no trackers, and a dark mode for late chapters." },
];

const readers = [
  "Classes that share a textbook and an exam",
  "Reading circles that take a novel a month",
  "Anyone who studies alone and would rather not",
];

export const Illustration = () => (
  <svg className="drawing illustration" viewBox="0 0 480 340" aria-hidden="true">
    <path className="drawing-tint" d="M182 196V112c0-44 24-70 58-92 34 22 58 48 58 92v84Z" />
    <path d="M240 196v-84c0-28-13-52-31-68m31 68c0-28 13-52 31-68M182 140h116m-116 28h116M174 196h132" />
    <path className="drawing-card" d="M20 60h126v268H20ZM334 60h126v268H334Z" />
    <path
      className="drawing-books"
      strokeWidth="40"
      strokeDasharray="8 2 6 2 10 1 7 2 5 1 9 2"
      d="M26 99h104M32 163h108M26 227h84M340 99h96M352 163h102M346 227h100"
    />
    <path
      className="drawing-books-bound"
      strokeWidth="32"
      strokeDasharray="7 31 10 2 6 44"
      d="M50 103h90M28 167h100M66 231h74M362 103h90M344 167h100M340 231h90"
    />
    <path d="M20 120h126M20 184h126M20 248h126M334 120h126M334 184h126M334 248h126" />
    <path className="drawing-ground" d="M150 268 214 206h52l64 62Z" />
    <path className="drawing-tint" d="M116 268c-2-34 6-54 32-54s36 20 34 54ZM298 268c-2-34 8-54 34-54s34 20 32 54Z" />
    <circle className="drawing-card" cx="150" cy="192" r="17" />
    <circle className="drawing-card" cx="330" cy="192" r="17" />
    <path className="drawing-fill" d="M133 192c-4-16 6-24 18-23 10 0 15 6 16 14-12 2-20-1-24-5-2 6-5 10-10 14Z" />
    <path
      className="drawing-fill"
      d="M347 200c6-20-2-32-17-32-14 0-19 10-17 20 8 0 16-3 20-8 2 6 4 6 6 8 0 4-1 10 8 12Z"
    />
    <path className="drawing-fill" d="M216 208c2-18 12-26 24-26s22 8 24 26Z" />
    <path d="M240 182v-6M240 208v52m-16 0h32" />
    <path className="drawing-card" d="M150 262c9-8 19-8 27 0 8-8 18-8 27 0ZM276 262c9-8 19-8 27 0 8-8 18-8 27 0Z" />
    <path className="drawing-card" d="M64 262h352v12H64ZM84 274v54m312-54v54" />
    <path className="drawing-mark" d="M0 328h480" />
  </svg>
);
