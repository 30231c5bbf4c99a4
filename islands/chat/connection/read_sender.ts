/** When it is sent how far the reader has read. */
import { chat as times } from "../../../server/contract/chat/limits.ts";

/**
 * Sends up to where the reader has read: at once for the first time, which may be all that there is time for, and then
 * a random while after what is read next, since others read the same message at the same moment.
 */
export class ReadSender {
  #isFirst = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #read: number;

  /**
   * @param confirmed the `seq` up to which the server knows it
   * @param send what sends it, if that is possible now
   */
  constructor(private confirmed: number, private readonly send: (seq: number) => void) {
    this.#read = confirmed;
  }

  /** Notes that the reader has read up to this `seq`. */
  note(seq: number): void {
    this.#read = Math.max(this.#read, seq);
    if (this.unconfirmed === undefined) return;
    if (this.#isFirst) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), times.readEvery * (0.5 + Math.random()));
  }

  /** Notes that the server knows it. */
  confirm(seq: number): void {
    this.confirmed = Math.max(this.confirmed, seq);
  }

  /** What the server is not known to know. */
  get unconfirmed(): number | undefined {
    return this.#read > this.confirmed ? this.#read : undefined;
  }

  /** Sends it now, if there is anything to send. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isFirst = false;
    if (this.unconfirmed !== undefined) this.send(this.unconfirmed);
  }
}
