// deno-lint-ignore-file react-no-danger -- what is set here was escaped when it was made: by React, and by escapeJson
import { createContext, useContext } from "react";
import { renderToString } from "react-dom/server";
import { type IslandComponent, propsToSend } from "../../islands/runtime/from_html.ts";

/** The names of the islands on a page, in the order they were rendered. */
export const IslandNames = createContext<string[]>([]);

interface Props<P extends object> {
  of: IslandComponent<P>;
  /** What it is rendered from, here and in the browser: JSON, which anyone who gets the page can read. */
  props: NoInfer<P>;
}

/**
 * An island: rendered apart from its page, with an id prefix of its own, so that it hydrates alone from its HTML and
 * the props that follow it.
 */
export function Island<P extends object>({ of: Component, props }: Props<P>) {
  const names = useContext(IslandNames);
  // Named, too, since it may be added to another page.
  const prefix = `${Component.name}${names.push(Component.name)}`;
  const html = renderToString(<Component {...props} />, { identifierPrefix: prefix });
  return (
    <>
      <div data-island={Component.name} data-prefix={prefix} dangerouslySetInnerHTML={{ __html: html }} />
      <script type="application/json" dangerouslySetInnerHTML={{ __html: escapeJson(propsToSend(Component, props)) }} />
    </>
  );
}

/** JSON that cannot end the script element it stands in. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replace(/</g, "\\u003c");
