import type { ReactNode } from "react";
import { LinkButton } from "../../../islands/ui/Button.tsx";
import { loginPaths } from "../../../server/contract/account/paths.ts";
import { enterCodePath } from "../../../server/contract/groups/invite_paths.ts";
import { haveCode } from "../../../server/contract/groups/texts.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { demoTexts, developerTexts, pitch, terms } from "../../../server/contract/site/texts.ts";
import { plainSite, type Site } from "../../../server/settings/site.ts";
import { Phones } from "./phones.tsx";

export interface Doors {
  /** Whether anybody may sign up. */
  isOpen: boolean;
  hasDemo: boolean;
}

/** On a phone the links come after what they lead away from. */
export const Hero = ({ isOpen, hasDemo, children }: Doors & { children: ReactNode }) => (
  <section className="hero">
    <div className="stack">
      <h1 className="hero-title">
        Talk about the book. <br />
        Spoil nothing.
      </h1>
      <p className="lede">{pitch}</p>
      <div className="cluster">
        {isOpen
          ? <LinkButton kind="primary" href={loginPaths.register}>Get Started</LinkButton>
          : <LinkButton kind="primary" href={loginPaths.login}>Login</LinkButton>}
        {hasDemo && <LinkButton href={sitePaths.demo}>{demoTexts.tryIt}</LinkButton>}
      </div>
      <p className="muted hero-terms">{terms}</p>
    </div>
    <Phones />
    <p className="hero-links">
      {children}
      {isOpen && <a href={loginPaths.login}>Login</a>}
      <a href={enterCodePath}>{haveCode}</a>
    </p>
  </section>
);

export const Landing = ({ site, ...doors }: Doors & { site: Pick<Site, "name"> }) => (
  <>
    <Hero {...doors}>
      <a href="#features">Features</a>
    </Hero>
    <section id="features" className="tour" aria-labelledby="features-title">
      <h2 id="features-title">Features</h2>
      {tour.map((stop) => <Stop key={stop.name} {...stop} />)}
    </section>
    <section className="invitation">
      <h2>One book and two friends are enough</h2>
      {site.name === plainSite.name && (
        <p className="lede">
          A chapterhouse was the room where a house met every day to hear a chapter read. Yours is open already.
        </p>
      )}
      {doors.isOpen && <LinkButton kind="primary" href={loginPaths.register}>Get Started</LinkButton>}
      <p className="hero-links">
        {doors.hasDemo && <a href={sitePaths.demo}>{demoTexts.tryIt}</a>}
        <a href={enterCodePath}>{haveCode}</a>
      </p>
    </section>
    <SitePages />
  </>
);

/** Members find these in the navigation. */
export const SitePages = () => (
  <nav className="hero-links site-pages" aria-label="More about this site">
    <a href={sitePaths.about}>About</a>
    <a href={sitePaths.contact}>Contact</a>
    <a href={sitePaths.events}>Events</a>
    <a href={sitePaths.developers}>{developerTexts.title}</a>
  </nav>
);

interface StopProps {
  name: string;
  text: string;
  shown: ReactNode;
}

const Stop = ({ name, text, shown }: StopProps) => (
  <figure className="tour-stop">
    <figcaption className="stack">
      <h3>{name}</h3>
      <p>{text}</p>
    </figcaption>
    {shown}
  </figure>
);

interface PictureProps {
  file: string;
  width: number;
  height: number;
  alt: string;
  narrow?: { width: number; height: number };
  /** Dark where the page is light, and light where it is dark. */
  isOther?: boolean;
}

const Picture = ({ file, alt, narrow, isOther, ...size }: PictureProps) => (
  <picture>
    {narrow && (
      <>
        <source media={`${onPhone} and ${inDark}`} srcSet={`/pictures/${file}-narrow-dark.webp`} {...narrow} />
        <source media={onPhone} srcSet={`/pictures/${file}-narrow-light.webp`} {...narrow} />
      </>
    )}
    <source media={inDark} srcSet={`/pictures/${file}-${isOther ? "light" : "dark"}.webp`} {...size} />
    <img
      className="tour-picture"
      src={`/pictures/${file}-${isOther ? "dark" : "light"}.webp`}
      {...size}
      alt={alt}
      loading="lazy"
    />
  </picture>
);

const onPhone = "(width < 45rem)";
const inDark = "(prefers-color-scheme: dark)";
const onDesktop = { width: 720, height: 600, narrow: { width: 340, height: 660 } };
const inHand = { width: 340, height: 560 };

/** One place in three copies of a book. */
const Copies = () => (
  <ul className="copies">
    {copies.map(([copy, place]) => (
      <li key={copy}>
        <b>{copy}</b>
        <span>{place}</span>
      </li>
    ))}
  </ul>
);

const copies = [
  ["Paperback", "Page 88 of 273"],
  ["E-reader", "32%"],
  ["Audiobook", "2 h 46 min of 8 h 35 min"],
];

const command = `docker build -t chapterhouse .
docker run -d -p 8000:8000 -v chapterhouse:/data chapterhouse`;

const tour: StopProps[] = [
  {
    name: "A pace you keep together",
    text:
      "Set the day you want to be done, and the book’s page says where to be tonight. Readers who share their page " +
      "see who is ahead and who could use company.",
    shown: (
      <Picture file="book" {...onDesktop} alt="The page of a book: how far it is read, and the plan to finish it." />
    ),
  },
  {
    name: "Your copy counts",
    text: "A paperback, an e-reader and an audiobook have different pages. Here they meet at the same sentence, so " +
      "“page 88” means the same to everyone.",
    shown: <Copies />,
  },
  {
    name: "Answer first, then compare",
    text: "Put a question at a page. Whoever gets there answers before they see what the others thought.",
    shown: (
      <Picture
        file="questions"
        {...onDesktop}
        alt="Questions about a book: one is answered, with the others’ answers."
      />
    ),
  },
  {
    name: "On an old phone, on a train",
    text:
      "Pages work before any script has loaded, and weigh less than a small photograph. What you write in a tunnel " +
      "waits, and arrives once.",
    shown: (
      <div className="tour-pair">
        <Picture file="phone" {...inHand} alt="A group’s chat on a phone, and below it where to go." />
        <Picture file="phone" {...inHand} alt="" isOther />
      </div>
    ),
  },
  {
    name: "On your own server",
    text: "One container and one volume: no advertising, no trackers, and your members’ words stay with you.",
    shown: (
      <pre className="command">
        <code>{command}</code>
      </pre>
    ),
  },
];
