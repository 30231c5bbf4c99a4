/** Lists that an island shows in full are not sent a second time as JSON: it reads them from its HTML. */
import { type ComponentType, isValidElement } from "react";

/**
 * By the name of a prop that is a list, what reads it from the island's element as the server rendered it; undefined
 * where it is not shown. A reader stands beside the component that draws what it reads.
 */
export type FromHtml<P> = { [Name in keyof P]?: (island: HTMLElement, sent: P) => P[Name] | undefined };

export type IslandComponent<P> = ComponentType<P> & { fromHtml?: FromHtml<P> };

/** The props to send as JSON: an empty list is sent, since it may be shown as something else. Elements never are. */
export function propsToSend<P extends object>({ fromHtml = {} }: IslandComponent<P>, props: P): Partial<P> {
  const isShown = ([name, value]: [string, unknown]) =>
    name in fromHtml && (isValidElement(value) || Array.isArray(value) && value.length > 0);
  return Object.fromEntries(Object.entries(props).filter((prop) => !isShown(prop))) as Partial<P>;
}

/** The props that the server rendered an island from: those that were sent, and those its HTML shows. */
export function propsOf<P extends object>({ fromHtml = {} }: IslandComponent<P>, island: HTMLElement, sent: P): P {
  const props = { ...sent };
  for (const name of Object.keys(fromHtml) as (keyof P)[]) {
    if (!(name in sent)) props[name] = fromHtml[name]!(island, sent)!;
  }
  return props;
}
