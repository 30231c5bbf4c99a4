import type { Token } from "markdown-it";
import { message } from "../contract/chat/limits.ts";
import { hiddenWords } from "../contract/site/written_words.ts";
import { releaseBars } from "./hidden_text_rules.ts";
import type { TreeBuilder } from "./tree_builder.ts";

/** The links of one text, counted while they are added to its tree. */
export class Links {
  #count = 0;
  /** Addresses of those that are open, empty where one has none: then it is none. */
  #open: string[] = [];

  constructor(private tree: TreeBuilder) {}

  open(url: string): void {
    if (!url) this.tree.text("[");
    else if (!this.#isInside) this.tree.open({ type: "link", url });
    this.#open.push(url);
  }

  /** Beyond as many links as a text may have, and where a name looks like another address, both are shown. */
  close({ info }: Token): void {
    const url = this.#open.pop();
    if (!url) return this.tree.text("]()");
    if (this.#isInside) return;
    this.tree.close();
    const name = this.tree.wordsOfLast().replace(unseen, "").trim();
    if (!name) {
      this.tree.unwrapLast("");
      return this.address(url);
    }
    const isNamed = info !== "auto" && name !== url;
    if (++this.#count > message.links || isNamed && misleads(name)) this.tree.unwrapLast(isNamed ? url : "");
  }

  /** From elsewhere none is shown: a link leads to it. */
  image(token: Token): void {
    const url = releaseBars(String(token.attrGet("src")));
    if (!url) this.tree.text("!");
    this.open(url);
    this.tree.text(releaseBars(token.content) || url);
    this.close(token);
  }

  /** One that is written as it is. */
  address(url: string): void {
    const text = { type: "text", value: url } as const;
    if (++this.#count > message.links) this.tree.add(text);
    else this.tree.addPlain({ type: "link", url, children: [text] });
  }

  /** Links within links are part of their names. */
  get #isInside(): boolean {
    return this.#open.some((url) => url !== "");
  }
}

const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** As `bank.example` and `https://…` do: a link with such a name must lead there. What is hidden in a name may too. */
const misleads = (name: string): boolean =>
  name.includes(hiddenWords) || looksLikeAddress.test(name.normalize("NFKC").replaceAll("。", "."));

/** Behind brackets and signs too. Other full stops are one in a name of a host: UTS #46. */
const looksLikeAddress =
  /:\/\/|^[^\p{L}\p{N}-]*(?:www\.|\d+(?:\.\d+){3}|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?![\p{L}\p{N}-]))/u;
