/** A line to a server of this machine that can hold back what the server answers. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { until } from "./operate.ts";

/** Opens a line to a port. `await using` closes it. */
export async function openGate(port: number): Promise<Gate> {
  const gate = new Gate(port);
  await gate.listen();
  return gate;
}

export class Gate {
  #server: Server;
  #sockets = new Set<Socket>();
  #held: (() => void)[] | undefined;

  constructor(target: number) {
    this.#server = createServer((caller) => {
      const server = connect({ port: target, host: "127.0.0.1" });
      for (const socket of [caller, server]) {
        this.#sockets.add(socket);
        socket.on("error", () => {}).on("close", () => this.#sockets.delete(socket));
      }
      caller.pipe(server).on("close", () => caller.destroy());
      server.on("data", (bytes) => this.#pass(() => caller.write(bytes)));
      server.on("close", () => this.#pass(() => caller.destroy()));
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async listen(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
  }

  /** From now on holds answers back. */
  hold(): void {
    this.#held ??= [];
  }

  /** Waits until an answer is held back. */
  holdsAnswer(): Promise<void> {
    return until(() => (this.#held?.length ?? 0) > 0);
  }

  /** Lets everything through again. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const pass of held) pass();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #pass(pass: () => void): void {
    if (this.#held) this.#held.push(pass);
    else pass();
  }
}
