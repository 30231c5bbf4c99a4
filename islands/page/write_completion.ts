/** Names of emoji, offered while they are typed, and taken by their second colon. */
import { writeTexts as texts } from "../../server/contract/site/write_texts.ts";
import { loadEmoji } from "../runtime/load_emoji.ts";
import { element } from "./element.ts";
import { apply, typedIn } from "./write_change.ts";
import { completed, type EmojiQuery, found, named, type NamedEmoji, namesIn, queryAt } from "./write_emoji.ts";
import type { WritePlace } from "./write_place.ts";

let loading: Promise<NamedEmoji[]> | undefined;

const loadNames = (): Promise<NamedEmoji[]> =>
  loading ??= loadEmoji().then(namesIn, (error) => {
    loading = undefined;
    throw error;
  });

let lists = 0;

export function completeEmoji(field: HTMLTextAreaElement, { shown }: WritePlace): void {
  const id = `write-emoji-${lists++}`;
  const list = element("ul", { id, className: "write-emoji", role: "listbox", ariaLabel: texts.emoji, hidden: true });
  let offered: { emoji: string; name: string }[] = [];
  let query: EmojiQuery | undefined;
  let selected = 0;
  shown.prepend(list);
  field.ariaAutoComplete = "list";

  function close(): void {
    if (list.hidden) return;
    list.hidden = true;
    offered = [];
    field.removeAttribute("aria-controls");
    field.removeAttribute("aria-activedescendant");
  }

  function select(index: number): void {
    selected = (index + offered.length) % offered.length;
    [...list.children].forEach((option, index) => option.ariaSelected = String(index === selected));
    field.setAttribute("aria-activedescendant", `${id}-${selected}`);
  }

  function take(index: number): void {
    const { emoji } = offered[index];
    close();
    apply(field, completed(typedIn(field), query!, emoji));
  }

  async function update(event: Event): Promise<void> {
    const { isComposing, inputType } = event as InputEvent;
    const typed = typedIn(field);
    query = isComposing || !inputType?.startsWith("insert") && list.hidden ? undefined : queryAt(typed);
    if (!query) return close();
    const asked = query;
    const all = await loadNames().catch(() => []);
    if (field.value !== typed.value || field.selectionStart !== typed.start) return;
    if (asked.isClosed) return replace(all, asked, inputType);
    offered = found(all, asked.name);
    if (offered.length === 0) return close();
    list.replaceChildren(...offered.map(({ emoji, name }, index) => optionFor({ emoji, name, index })));
    list.hidden = false;
    field.setAttribute("aria-controls", id);
    select(0);
  }

  /** Not where the colon was put back by an undo. */
  function replace(all: NamedEmoji[], asked: EmojiQuery, inputType: string): void {
    close();
    const emoji = inputType.startsWith("insert") && named(all, asked.name);
    if (emoji) apply(field, completed(typedIn(field), asked, emoji, asked));
  }

  function optionFor({ emoji, name, index }: { emoji: string; name: string; index: number }): HTMLElement {
    const option = element("li", { id: `${id}-${index}`, role: "option" }, element("span", {}, emoji), `:${name}:`);
    option.addEventListener("mousedown", (event) => event.preventDefault());
    option.addEventListener("click", () => take(index));
    return option;
  }

  const keys: Record<string, () => void> = {
    ArrowDown: () => select(selected + 1),
    ArrowUp: () => select(selected - 1),
    Enter: () => take(selected),
    Tab: () => take(selected),
    Escape: close,
  };

  field.addEventListener("input", (event) => void update(event));
  field.addEventListener("blur", close);
  field.addEventListener("click", close);
  // Before React's, which would send the message.
  field.addEventListener("keydown", (event) => {
    const act = !list.hidden && !event.shiftKey && !event.isComposing && keys[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
}
