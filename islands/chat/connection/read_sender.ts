import { chat as times } from "../../../server/contract/chat/limits.ts";

/** At once for the first time, which may be all that there is time for; then at random, since others read along. */
export class ReadSender {
  #isFirst = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #read: number;

  constructor(private confirmed: number, private readonly send: (seq: number) => void) {
    this.#read = confirmed;
  }

  note(seq: number): void {
    this.#read = Math.max(this.#read, seq);
    if (this.unconfirmed === undefined) return;
    if (this.#isFirst) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), times.readEvery * (0.5 + Math.random()));
  }

  confirm(seq: number): void {
    this.confirmed = Math.max(this.confirmed, seq);
  }

  get unconfirmed(): number | undefined {
    return this.#read > this.confirmed ? this.#read : undefined;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isFirst = false;
    if (this.unconfirmed !== undefined) this.send(this.unconfirmed);
  }
}
