/** A window of any engine, by the little that all drivers can do. */

/** Drives one window of a browser, with storage of its own. `await using` ends the browser. */
export interface Driver<Found = unknown> extends AsyncDisposable {
  goto(url: string): Promise<void>;
  /** Gives what an expression is in the page, or what it promises, as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Gives the element that an expression is, or null. */
  find(expression: string): Promise<Found | null>;
  click(element: Found): Promise<void>;
  /** Presses the key of each character. */
  type(element: Found, text: string): Promise<void>;
}

/** Milliseconds. A slow machine with other work takes its time; what never comes fails all the same. */
const patience = 90_000;

const roles = { button: "button, summary", link: "a[href]", field: "input, textarea" };

export class Window {
  #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  /** Goes to an address and waits until its islands are alive. */
  async visit(url: string): Promise<void> {
    await this.#driver.goto(url);
    await this.alive();
  }

  async goto(url: string): Promise<void> {
    await this.#driver.goto(url);
  }

  /** Waits for the page under a path, until its islands are alive. */
  async arrives(path: string): Promise<void> {
    await this.until((path) => location.pathname.startsWith(path), path);
    await this.alive();
  }

  alive(): Promise<unknown> {
    return this.until(() =>
      document.readyState === "complete" && !document.querySelector("[data-island]:not([data-hydrated])")
    );
  }

  press = (name: string): Promise<void> => this.#click("button", name);

  follow = (name: string): Promise<void> => this.#click("link", name);

  async fill(label: string, text: string): Promise<void> {
    await this.#driver.type(await this.#find("field", label), text);
  }

  /** Waits until the page shows a text. */
  shows(text: string): Promise<unknown> {
    return this.until((text) => document.body.innerText.includes(text), text);
  }

  /** Calls a function in the page. What it takes and gives is JSON. */
  evaluate<T, A extends unknown[]>(call: (...args: A) => T, ...args: A): Promise<Awaited<T>> {
    return this.#driver.evaluate(expression(call, args)) as Promise<Awaited<T>>;
  }

  /** Waits until a function in the page gives something true. */
  until<T, A extends unknown[]>(call: (...args: A) => T, ...args: A): Promise<NonNullable<Awaited<T>>> {
    return eventually(() => this.evaluate(call, ...args), expression(call, args));
  }

  async #click(role: keyof typeof roles, name: string): Promise<void> {
    await this.#driver.click(await this.#find(role, name));
  }

  #find(role: keyof typeof roles, name: string): Promise<NonNullable<unknown>> {
    return eventually(() => this.#driver.find(expression(findNamed, [roles[role], name])), `${role} ${name}`);
  }
}

const expression = <A extends unknown[]>(call: (...args: A) => unknown, args: A): string =>
  `(${call})(...${JSON.stringify(args)})`;

/** In the page: what can be seen and is called this. */
function findNamed(selector: string, name: string): HTMLElement | null {
  const nameOf = (element: HTMLElement) =>
    element.ariaLabel ?? ((element as HTMLInputElement).labels?.[0] ?? element).innerText.trim();
  const candidates = [...document.querySelectorAll<HTMLElement>(selector)];
  return candidates.find((element) => element.checkVisibility() && nameOf(element) === name) ?? null;
}

/**
 * Waits until something is there. Where a page is left as it is asked, its answer is an error.
 *
 * @throws Error for what does not come
 */
export async function eventually<T>(get: () => Promise<T>, what: string): Promise<NonNullable<T>> {
  const end = Date.now() + patience;
  for (let failure: unknown;;) {
    try {
      const answer = await get();
      if (answer) return answer;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end) throw new Error(`never came: ${what}`, { cause: failure });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const password = "Correct-horse-1";
