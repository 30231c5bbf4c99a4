import type { ReactNode } from "react";

interface Props {
  /** The page with the thing open, by its query, where there is no script. */
  to: string;
  onOpen: () => void;
  /** The submit button. */
  children: ReactNode;
}

/** A button that opens something: in place where there is script, else by loading the page with it open. */
export function OpenForm({ to, onOpen, children }: Props) {
  const [path, query] = to.split("?");
  return (
    <form
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        onOpen();
      }}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}
