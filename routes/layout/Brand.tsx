import type { Site } from "../../server/settings/site.ts";

/** The site's own mark, or a pair of arched windows that is also an open book, and the name. */
export function Brand({ site: { name, logo } }: { site: Site }) {
  return (
    <span className="brand">
      {logo ? <img src={logo.href} width="32" height="32" alt="" /> : <Mark />}
      {name}
    </span>
  );
}

function Mark() {
  return (
    <svg width="28" height="32" viewBox="0 0 28 32" aria-hidden="true">
      <path d="M4 25.5V14C4 8.5 8 5 14 2c6 3 10 6.5 10 12v11.5M14 29V15c0-3.5-2-6.5-5.2-9M14 15c0-3.5 2-6.5 5.2-9" />
      <path d="M2 26c4.5-1.3 8.7-.5 12 2.8 3.3-3.3 7.5-4.1 12-2.8" />
    </svg>
  );
}
