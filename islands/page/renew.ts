/** Makes a part of a page what the server draws by now, and leaves in place what is in use there. */

/**
 * What has stayed the same is not touched, so that a page keeps its focus, its selection and what is scrolled; what
 * was opened stays open, and a form in which somebody has begun to type or choose stays as it is.
 *
 * @returns whether all of it is drawn
 */
export function renew(shown: Element, fresh: Element): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const top = focused?.getBoundingClientRect().top;
  const isDrawn = renewElement(shown, fresh);
  if (shown.contains(focused) && focused !== document.activeElement) focused!.focus({ preventScroll: true });
  if (focused?.matches(fields)) void keepAt(focused, top!);
  return isDrawn;
}

const fields = "input, select, textarea";

/** Some browsers do it by themselves, once what is new has its place. */
async function keepAt(field: Element, top: number): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  if (field.isConnected) scrollBy({ top: field.getBoundingClientRect().top - top, behavior: "instant" });
}

const forms = (within: Element): HTMLFormElement[] =>
  within instanceof HTMLFormElement ? [within] : [...within.querySelectorAll("form")];

/** @param focused if the focus is moving there */
export const anyBegun = (parts: Element[], focused: EventTarget | null = document.activeElement): boolean =>
  parts.flatMap(forms).some((form) => isBegun(form, focused));

const isBegun = (form: HTMLFormElement, focused: EventTarget | null): boolean =>
  fieldsOf(form).some((field) => field === focused || isChanged(field));

const fieldsOf = (form: HTMLFormElement): Element[] => [...form.elements].filter((control) => control.matches(fields));

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedIndex !== defaultOf(field);
  const { value, defaultValue, checked, defaultChecked } = field as HTMLInputElement;
  return value !== defaultValue || checked !== defaultChecked;
}

const defaultOf = ({ options }: HTMLSelectElement): number =>
  Math.max(0, [...options].findIndex(({ defaultSelected }) => defaultSelected));

/** One that was typed in does not follow what is drawn. Its draft, which another page may keep, is not of this. */
function setToDefault(field: Element): void {
  if (field instanceof HTMLSelectElement) return void (field.selectedIndex = defaultOf(field));
  const { defaultValue: value, defaultChecked: checked } = field as HTMLInputElement;
  Object.assign(field, { value, checked });
}

function renewElement(shown: Element, fresh: Element): boolean {
  if (shown.isEqualNode(fresh)) return true;
  const isForm = shown instanceof HTMLFormElement;
  if (isForm && anyBegun([shown])) return false;
  renewAttributes(shown, fresh);
  const isDrawn = renewChildren(shown, fresh);
  if (isForm) fieldsOf(shown).filter(isChanged).forEach(setToDefault);
  return isDrawn;
}

/** Of what its reader, or a script, has set here. */
const ofThisPage = new Set(["open", "style"]);

function renewAttributes(shown: Element, fresh: Element): void {
  for (const name of shown.getAttributeNames()) {
    if (!fresh.hasAttribute(name) && !ofThisPage.has(name)) shown.removeAttribute(name);
  }
  for (const name of fresh.getAttributeNames()) {
    if (!ofThisPage.has(name)) shown.setAttribute(name, fresh.getAttribute(name)!);
  }
}

function renewChildren(shown: Element, fresh: Element): boolean {
  const wanted = [...fresh.childNodes];
  const left = new Set<ChildNode>(shown.childNodes);
  const unchanged = new Set([...left].filter((child) => wanted.some((other) => other.isEqualNode(child))));
  let isDrawn = true;
  let next = shown.firstChild;
  for (const child of wanted) {
    const same = [...left].find((other) => other.isEqualNode(child)) ??
      [...left].find((other) => !unchanged.has(other) && isSame(other, child));
    if (same) {
      left.delete(same);
      if (same !== next) shown.insertBefore(same, next);
      if (same instanceof Element) isDrawn = renewElement(same, child as Element) && isDrawn;
      else same.nodeValue = child.nodeValue;
      next = same.nextSibling;
    } else shown.insertBefore(child, next);
  }
  for (const child of left) {
    if (child instanceof Element && anyBegun([child])) isDrawn = false;
    else child.remove();
  }
  return isDrawn;
}

const isSame = (shown: Node, fresh: Node): boolean =>
  shown.nodeName === fresh.nodeName && (!(shown instanceof Element) || keyOf(shown) === keyOf(fresh as Element));

/** An entry of a list is what it leads to. */
function keyOf(element: Element): string | null | undefined {
  if (element.id) return element.id;
  return element.matches("form")
    ? element.getAttribute("action")
    : element.matches("li")
    ? element.querySelector("a")?.getAttribute("href")
    : "";
}
