/** The contents of a book and its list of printed pages, by nav (EPUB 3) or NCX (EPUB 2). */
import { epub as limits } from "../../contract/books/text_limits.ts";
import { type Target, targetOf } from "./addresses.ts";
import type { Container } from "./container.ts";
import type { Package } from "./package.ts";
import { Refusal } from "./refusal.ts";
import { below, child, parseTree, textOf, type Tree } from "./xml.ts";

export interface Entry {
  title: string;
  level: number;
  target: Target;
}

export interface Navigation {
  contents: Entry[];
  pages: Entry[];
}

const deepest = 6;

/** Empty where there is none, or none that can be read: a book is read without. */
export async function readNavigation(container: Container, { nav, ncx }: Package): Promise<Navigation> {
  const fromNav = nav ? await navigationIn(container, nav, ofNav) : undefined;
  if (fromNav && fromNav.contents.length > 0) return fromNav;
  const fromNcx = ncx ? await navigationIn(container, ncx, ofNcx) : undefined;
  return { contents: fromNcx?.contents ?? [], pages: fromNav?.pages.length ? fromNav.pages : fromNcx?.pages ?? [] };
}

async function navigationIn(container: Container, path: string, read: (root: Tree, path: string) => Navigation) {
  try {
    const bytes = await container.read(path, limits.package);
    return bytes && read(parseTree(bytes, path), path);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function ofNav(root: Tree, path: string): Navigation {
  const navs = [...below(root, "nav")];
  const list = (type: string, most: number) => {
    const nav = navs.find(({ attributes }) => attributes.get("epub:type")?.split(/\s+/).includes(type));
    return nav ? entriesIn(nav, { path, most }) : [];
  };
  return { contents: list("toc", limits.sections), pages: list("page-list", limits.printPages) };
}

/** A heading without a link leads where the first below it does. */
function entriesIn(nav: Tree, { path, most }: { path: string; most: number }): Entry[] {
  const entries: Entry[] = [];
  const waiting = [{ tree: nav, level: 0 }];
  const untargeted: { title: string; level: number }[] = [];
  for (let next = waiting.pop(); next && entries.length < most; next = waiting.pop()) {
    const { tree, level } = next;
    if (tree.name === "a" || tree.name === "span") {
      const target = targetOf(tree.attributes.get("href") ?? "", path);
      const title = titleOf(tree);
      if (tree.name === "span" && title) untargeted.push({ title, level });
      else if (title && target && tree.attributes.has("href")) {
        for (const heading of untargeted.splice(0)) if (heading.level < level) entries.push({ ...heading, target });
        entries.push({ title, level, target });
      }
    } else {
      const inner = tree.name === "ol" ? Math.min(deepest, level + 1) : level;
      for (const child of tree.children.toReversed()) waiting.push({ tree: child, level: inner });
    }
  }
  return entries.slice(0, most);
}

const titleOf = (tree: Tree) => cut(textOf(tree) || tree.attributes.get("title") || "");

export const cut = (title: string) => title.length > limits.section ? `${title.slice(0, limits.section - 1)}…` : title;

function ofNcx(root: Tree, path: string): Navigation {
  const contents: Entry[] = [];
  const map = child(root, "navMap");
  const waiting = map ? [{ tree: map, level: 0 }] : [];
  for (let next = waiting.pop(); next && contents.length < limits.sections; next = waiting.pop()) {
    const { tree, level } = next;
    if (tree.name === "navPoint") add(tree, level, contents);
    for (const child of tree.children.toReversed()) {
      if (child.name === "navPoint") waiting.push({ tree: child, level: Math.min(deepest, level + 1) });
    }
  }
  const pages: Entry[] = [];
  for (const page of below(root, "pageTarget")) if (pages.length < limits.printPages) add(page, 1, pages);
  return { contents, pages };

  function add(tree: Tree, level: number, entries: Entry[]): void {
    const [label, content] = [child(tree, "navLabel"), child(tree, "content")];
    const target = targetOf(content?.attributes.get("src") ?? "", path);
    const title = label ? cut(textOf(label)) : "";
    if (target?.path && title) entries.push({ title, level, target });
  }
}
