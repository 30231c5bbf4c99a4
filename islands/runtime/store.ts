export class Store<State, Action> {
  #state: State;
  #listeners = new Set<() => void>();

  constructor(private readonly reduce: (state: State, action: Action) => State, initial: State) {
    this.#state = initial;
  }

  getState = (): State => this.#state;

  /** Calls the listener after each change, before anything is drawn from it. @returns a function that stops that */
  subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  dispatch(action: Action): void {
    this.#state = this.reduce(this.#state, action);
    for (const listener of this.#listeners) listener();
  }
}
