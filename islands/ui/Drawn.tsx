// deno-lint-ignore-file react-no-danger -- what is set here was escaped when it was made, by React
import { type ComponentProps, createContext, type ReactElement, useContext } from "react";

/** HTML of an element, which may have been drawn before from the same things. Only a server has one. */
export type Draw = (element: ReactElement, from: unknown) => string;

export const DrawContext = createContext<Draw | undefined>(undefined);

interface Props extends ComponentProps<"li"> {
  as?: "li" | "header";
  /** All that the child is drawn from, as JSON can say it; null where it is not to be stored. */
  from: () => unknown;
  children: ReactElement;
}

/** What is the same for many readers, or at many times: its content is drawn once for a state. */
export function Drawn({ as: Element = "li", from, children, ...attributes }: Props) {
  const draw = useContext(DrawContext);
  const state = draw && from();
  return draw && state !== null
    ? <Element {...attributes} dangerouslySetInnerHTML={{ __html: draw(children, state) }} />
    : <Element {...attributes}>{children}</Element>;
}
