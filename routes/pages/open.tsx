/** The pages that are for everyone. */
import { LinkButton } from "../../islands/components/Button.tsx";
import { Illustration } from "../../islands/components/Illustration.tsx";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import { visitorPage } from "../../server/http/guards.ts";
import { router } from "../../server/http/router.ts";
import { page } from "../layout/page.tsx";
import { SessionCard } from "../layout/SessionCard.tsx";

export const open = router();

const pitch = "A quiet place to study together: groups, live chat, shared books and your own notes on every page.";

open.get(paths.home, visitorPage, (c) =>
  page(c, {
    description: pitch,
    width: "wide",
    body: (
      <>
        <SessionCard />
        <section className="hero">
          <div className="stack">
            <h1 className="hero-title">Study together, chapter by chapter</h1>
            <p className="lede">{pitch}</p>
            <div className="cluster">
              <LinkButton kind="primary" href={paths.register}>Get Started</LinkButton>
              <LinkButton href={paths.login}>Login</LinkButton>
            </div>
          </div>
          <Illustration />
        </section>
      </>
    ),
  }));

const features = [
  { name: "Groups", text: "Make a group for a course or a book and add the people you read with." },
  { name: "Live chat", text: "Talk while you read. What was said is there when you come back, on any connection." },
  { name: "Shared books", text: "Put a book on the group's shelf. Everyone keeps a page and notes of their own." },
  { name: "Friends", text: "Find other learners by name and stay in touch." },
];

open.get(paths.landing, (c) =>
  page(c, {
    title: "What it is",
    description: pitch,
    width: "wide",
    body: (
      <>
        <section className="hero">
          <div className="stack">
            <h1 className="hero-title">{texts.productName}</h1>
            <p className="lede">{pitch}</p>
            <div className="cluster">
              <LinkButton kind="primary" href={paths.register}>Get Started</LinkButton>
              <LinkButton href="#features">Features</LinkButton>
              <LinkButton href={paths.login}>Login</LinkButton>
            </div>
          </div>
          <Illustration />
        </section>
        <section id="features" className="stack">
          <h2>Features</h2>
          <ul className="features">
            {features.map(({ name, text }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      </>
    ),
  }));

for (const [path, title] of [[paths.about, "About"], [paths.contact, "Contact"], [paths.events, "Events"]]) {
  open.get(path, (c) => page(c, { title, body: <h1>{title}</h1> }));
}
