import { type ComponentType, createContext, useContext } from "react";

export interface Previewed {
  /** The name of the field, if it is not `content`. */
  of?: string;
  /** Where its form is sent. */
  action: string;
  /** Whether it may have tables. */
  tables?: boolean;
  /** Whether its form may have files. */
  files?: boolean;
}

/** The server has it: a browser draws nothing of what a `noscript` holds. */
export const PreviewContext = createContext<ComponentType<Previewed> | undefined>(undefined);

/** For people without script: a page shows what they have written as it will be shown. */
export function PreviewButton(props: Previewed) {
  const Drawn = useContext(PreviewContext);
  return <noscript>{Drawn && <Drawn {...props} />}</noscript>;
}
