/** The landing page: what the product is, for whom, and how it looks. */
import type { ReactNode } from "react";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { Icon, type IconName } from "../../../islands/ui/Icon.tsx";
import { Illustration } from "./Illustration.tsx";
import { plainSite, type Site } from "../../../server/settings/site.ts";
import { accountPaths } from "../../../server/contract/account/paths.ts";
import { pitch } from "../../../server/contract/site/texts.ts";

/** What the product is, with pictures of it. */
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
  picture: { file: string; width: number; height: number; alt: string; narrow?: Size };
}

interface Size {
  width: number;
  height: number;
}

/** A picture of the product, taken by `deno task pictures`, and what there is to see. */
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
