/** A state that a reducer changes, and its listeners: what React's `useSyncExternalStore` takes. */
export class Store<State, Action> {
  #state: State;
  #reducer: (state: State, action: Action) => State;
  #listeners = new Set<() => void>();

  constructor(reducer: (state: State, action: Action) => State, initial: State) {
    this.#reducer = reducer;
    this.#state = initial;
  }

  getState = (): State => this.#state;

  /** Calls the listener after each change, before anything is drawn from it. @returns a function that stops that */
  subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  dispatch(action: Action): void {
    this.#state = this.#reducer(this.#state, action);
    for (const listener of this.#listeners) listener();
  }
}
