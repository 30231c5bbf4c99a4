// deno-lint-ignore-file react-no-danger -- what is set here was escaped when it was made, by React
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { renderToString } from "react-dom/server.node";
import { DrawContext } from "../../islands/ui/Drawn.tsx";
import { PreviewContext } from "../../islands/ui/PreviewButton.tsx";
import { draw } from "./drawn.tsx";
import { DrawnPreviewButton } from "./DrawnPreviewButton.tsx";
import { DrawWritten } from "./DrawWritten.tsx";

interface RenderedIsland {
  name: string;
  prefix: string;
  props: object;
}

export const Islands = createContext<RenderedIsland[]>([]);

interface Props<P extends object> {
  of: ComponentType<P>;
  /** What it is rendered from, here and in the browser: JSON, which anyone who gets the page can read. */
  props: NoInfer<Omit<P, "children" | "preview">>;
  /** What it has in a `noscript`, which is not sent as props. */
  children?: ReactNode;
  /** What stands in a `noscript` beside a text box, which is not sent as props either. */
  preview?: ReactNode;
}

/** Rendered apart from its page, so that it hydrates alone, from its HTML and the props at the page's end. */
export function Island<P extends object>({ of: Component, props, children, preview }: Props<P>) {
  const islands = useContext(Islands);
  const { name } = Component;
  const prefix = `${name}${islands.length + 1}`;
  islands.push({ name, prefix, props });
  const all = { ...props, preview } as unknown as P;
  const html = renderToString(
    <DrawContext value={draw}>
      <PreviewContext value={DrawnPreviewButton}>
        <DrawWritten>
          <Component {...all}>{children}</Component>
        </DrawWritten>
      </PreviewContext>
    </DrawContext>,
    { identifierPrefix: prefix },
  );
  return <div data-island={name} data-prefix={prefix} dangerouslySetInnerHTML={{ __html: html }} />;
}

export const escapedProps = ({ props }: RenderedIsland): string => JSON.stringify(props).replace(/</g, "\\u003c");
