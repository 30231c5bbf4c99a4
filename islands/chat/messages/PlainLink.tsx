import { LinkButton } from "../../ui/Button.tsx";

export const PlainLink = ({ href, text }: { href: string; text: string }) => (
  <noscript>
    <LinkButton href={href}>{text}</LinkButton>
  </noscript>
);
