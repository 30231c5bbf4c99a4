import { LinkButton } from "../../ui/Button.tsx";

/** A link that is needed without script only. */
export const PlainLink = ({ href, text }: { href: string; text: string }) => (
  <noscript>
    <LinkButton href={href}>{text}</LinkButton>
  </noscript>
);
