/** What a text refers to, which is only known when all of it has been read: its links, notes, pictures and pages. */
import { epub as limits } from "../../contract/books/text_limits.ts";
import type { Target } from "./addresses.ts";
import { marks } from "./marks.ts";
import { escapedValue, written } from "./parts.ts";
import type { ShownPicture } from "./pictures.ts";
import { classes } from "./styles.ts";

export const keyOf = ({ path, id }: Target) => id ? `${path}#${id}` : path;

interface Note {
  key: string;
  hasLink: boolean;
}

export class References {
  /** Characters before each id, and before each file. */
  readonly ids = new Map<string, number>();
  readonly pages: { label: string; at: number }[] = [];
  readonly headings: { title: string; level: number; at: number }[] = [];
  /** Paths of pictures in their order. */
  readonly pictures: string[] = [];
  #numbers = new Map<string, number>();
  #links = 0;
  /** What links lead to, each once. */
  #targets: string[] = [];
  #targetNumbers = new Map<string, number>();
  #notes: Note[] = [];
  /** Characters of pictures within addresses. */
  #inlined = 0;
  /** Where each note is first referred to. */
  #callers = new Map<string, number>();

  see(target: Target, at: number): void {
    const key = keyOf(target);
    if (this.ids.size < limits.ids && !this.ids.has(key)) this.ids.set(key, at);
  }

  link(target: Target, caller?: number): string {
    if (this.#links++ >= limits.links) return "";
    const key = keyOf(target);
    const isFirst = caller !== undefined && !this.#callers.has(key);
    if (isFirst && this.#callers.size < limits.notes) this.#callers.set(key, caller);
    const number = this.#targetNumbers.get(key) ?? this.#targets.push(key) - 1;
    this.#targetNumbers.set(key, number);
    return `${marks.link}${number}${marks.link}`;
  }

  note(key: string): { note: Note; mark: string } {
    const note = { key, hasLink: false };
    if (this.#notes.length >= limits.notes) return { note, mark: "" };
    return { note, mark: `${marks.note}${this.#notes.push(note) - 1}${marks.note}` };
  }

  /** @param path of the picture; undefined for one that is only described */
  image(path: string | undefined, alt: string): string {
    const number = path === undefined ? undefined : this.#numberOf(path);
    const mark = number === undefined ? "" : `${marks.image}${number}${marks.image}`;
    return `<img${mark} alt="${escapedValue(alt)}">`;
  }

  /** Undefined for one too many. */
  #numberOf(path: string): number | undefined {
    const known = this.#numbers.get(path);
    if (known !== undefined) return known;
    if (path.startsWith("data:")) this.#inlined += path.length;
    if (this.pictures.length >= limits.pictures || this.#inlined > limits.inlinePicture.all) return undefined;
    const number = this.pictures.push(path) - 1;
    this.#numbers.set(path, number);
    return number;
  }

  /** @param read the pictures that could be read, by their numbers */
  resolved(html: string, { placeOf, read }: {
    placeOf: (at: number) => number;
    read: Map<number, ShownPicture>;
  }): string {
    // deno-lint-ignore no-control-regex
    return html.replaceAll(/([\x01-\x03])(\d+)\1/g, (_, mark: string, index: string) => {
      const n = Number(index);
      if (mark === marks.link) {
        const at = this.ids.get(this.#targets[n]);
        return at === undefined ? "" : ` href="?at=${placeOf(at)}#c${at}"`;
      }
      if (mark === marks.note) {
        const { key, hasLink } = this.#notes[n];
        const at = this.#callers.get(key);
        return at === undefined || hasLink
          ? ""
          : `<a class="${classes.back}" role="doc-backlink" href="?at=${placeOf(at)}#c${at}" aria-label="Back"></a>`;
      }
      const size = read.get(n);
      if (!size) return "";
      return written({
        src: `pictures/${size.number}`,
        width: String(size.width),
        height: String(size.height),
        loading: "lazy",
      });
    });
  }
}
