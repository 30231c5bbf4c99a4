import type { ReactNode } from "react";

/** Two members at different pages of one book. Pages are turned with radio buttons, which need no script. */
export const Phones = () => (
  <figure className="turning">
    <input
      type="radio"
      name="page"
      value="plays"
      aria-label="Ada’s pages turn by themselves"
      defaultChecked
    />
    {pages.map((page) => (
      <input
        key={page}
        type="radio"
        name="page"
        value={page}
        id={`page-${page}`}
        aria-label={page === 88 ? texts.back : `${texts.turn} to ${page}`}
      />
    ))}
    <div className="phones">
      <Phone of="Grace" at={<span>140</span>}>
        <Said by="Aisha">Letters inside letters inside letters.</Said>
        <Said by="Ada">Reading on tonight. No spoilers, please!</Said>
        <li className="said said--own">{about}</li>
      </Phone>
      <Phone of="Ada" at={<span className="phone-page" />}>
        <Said by="Aisha">Letters inside letters inside letters.</Said>
        <li className="said said--own">Reading on tonight. No spoilers, please!</li>
        <li className="phone-hidden">
          <div className="said said--locked">
            <b>Grace wrote about page 112</b>
            Opens when you get there
          </div>
          <div className="said said--open">
            <b>Grace</b>
            {about}
          </div>
        </li>
      </Phone>
    </div>
    <div className="turn">
      {pages.slice(1).map((page) => (
        <label key={page} htmlFor={`page-${page}`} className="button button--quiet">{texts.turn}</label>
      ))}
      <label htmlFor="page-88" className="button button--quiet">{texts.back}</label>
    </div>
    <figcaption className="muted">
      One chat on two phones: what Grace wrote about page 112 opens for Ada on page 112.
    </figcaption>
  </figure>
);

const pages = [88, 96, 104, 112];
const texts = { turn: "Turn Ada’s page", back: "Back to page 88" };

const about = (
  <>
    <span className="said-about">Page 112</span>
    It learnt to read by listening at a wall. I had to put the book down.
  </>
);

const Phone = ({ of, at, children }: { of: string; at: ReactNode; children: ReactNode }) => (
  <div className={of === "Grace" ? "phone phone--grace" : "phone"} role="group" aria-label={`${of}’s phone`}>
    <p className="phone-head">
      <b>{of}</b>
      <span>Page {at} of 273</span>
    </p>
    <div className="phone-bar" />
    <ul className="phone-talk">{children}</ul>
  </div>
);

const Said = ({ by, children }: { by: string; children: ReactNode }) => (
  <li className="said">
    <b>{by}</b>
    {children}
  </li>
);
