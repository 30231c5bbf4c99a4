/** HTML as browsers read it, for texts that are not well-formed XML. */
import { defaultTreeAdapter, type DefaultTreeAdapterTypes as Nodes, parse } from "parse5";
import { epub as limits } from "../../contract/books/text_limits.ts";
import { epubTexts as texts } from "../../contract/books/text_texts.ts";
import { refusal } from "./refusal.ts";
import { heartbeat } from "./heartbeat.ts";
import { type Events, spaceOf } from "./xml.ts";

/** @throws Refusal for what is too large or nested too deeply */
export function parseHtml(source: string, { path, events }: { path: string; events: Events }): void {
  if (source.length > limits.untidy) throw refusal(texts.badXml(path));
  // An empty element of XML has no end in HTML: what follows would be in it.
  const written = source.replaceAll(
    /<(title|script|style|textarea|iframe|a|p|div|span|i|b|em)(\s[^<>]*)?\/>/gi,
    "<$1$2></$1>",
  );
  const document = parse(written, { treeAdapter: shallow(path), scriptingEnabled: false });
  const waiting: (Nodes.ChildNode | undefined)[] = document.childNodes.toReversed();
  while (waiting.length > 0) {
    heartbeat();
    const node = waiting.pop();
    if (!node) events.close();
    else if ("value" in node) events.text(node.value.replaceAll("\0", ""));
    else if ("tagName" in node) {
      if (node.attrs.length > limits.attributes) throw refusal(texts.tooManyAttributes(path, limits.attributes));
      const attributes = new Map(node.attrs.map(({ name, prefix, value }) => [
        (prefix ? `${prefix}:${name}` : name).toLowerCase(),
        value,
      ]));
      events.open({ name: node.tagName, space: spaceOf(node.namespaceURI), attributes });
      waiting.push(undefined);
      for (let n = node.childNodes.length - 1; n >= 0; n--) waiting.push(node.childNodes[n]);
    }
  }
}

/** What is deep takes parse5 time by its square, and what it opens again memory. */
function shallow(path: string): typeof defaultTreeAdapter {
  const depths = new WeakMap<object, number>();
  const refuseDeep = (parent: Nodes.ParentNode, node: object) => {
    const depth = (depths.get(parent) ?? 0) + 1;
    if (depth > limits.depth) throw refusal(texts.tooDeep(path, limits.depth));
    depths.set(node, depth);
  };
  let elements = 0;
  return {
    ...defaultTreeAdapter,
    createElement(...given) {
      heartbeat();
      if (++elements > limits.untidyElements) throw refusal(texts.tooMuchMarkup);
      return defaultTreeAdapter.createElement(...given);
    },
    appendChild(parent, node) {
      refuseDeep(parent, node);
      defaultTreeAdapter.appendChild(parent, node);
    },
    insertBefore(parent, node, next) {
      refuseDeep(parent, node);
      defaultTreeAdapter.insertBefore(parent, node, next);
    },
  };
}
