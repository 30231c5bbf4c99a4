/** A real SMTP server that keeps what it is sent, and misbehaves on request. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";

export interface ReceivedMail {
  /** Whom the envelope names; several are parted by commas. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  attachments: { type: string; name: string | null; text: string }[];
  /** The names of its headers, in lower case. */
  headers: string[];
  /** What a header says. */
  header(name: string): string | undefined;
}

/** How the server answers. Refusals repeat the address, as real servers like to. */
const behaviours = {
  accept: undefined,
  /** 550 to the recipient: for ever. */
  refuse: { at: "RCPT", code: 550 },
  /** 451 to the recipient: for now. */
  fail: { at: "RCPT", code: 451 },
  refuseSender: { at: "MAIL", code: 550 },
  refuseContent: { at: "DATA", code: 554 },
  /** It takes connections and never says a word. */
  hang: { at: "CONNECT", code: 0 },
};
export type Behaviour = keyof typeof behaviours;

export interface SmtpOptions {
  /** TLS from the first byte, with a certificate nobody trusts. */
  secure?: boolean;
  /** Whom alone it lets send. */
  login?: { user: string; password: string };
}

/** Starts a server on a free port of this machine. */
export async function startSmtp(options: SmtpOptions = {}): Promise<SmtpCatcher> {
  const catcher = new SmtpCatcher(options);
  await catcher.start();
  return catcher;
}

export class SmtpCatcher {
  /** All that was taken, oldest first. */
  readonly received: ReceivedMail[] = [];
  /** How many connections were made. */
  connections = 0;
  behaviour: Behaviour = "accept";
  #port = 0;
  #server: SMTPServer | undefined;
  #answers = Promise.resolve();
  #news = new EventTarget();
  #handedOut = new Set<ReceivedMail>();

  constructor(readonly options: SmtpOptions) {}

  get url(): string {
    const { secure, login } = this.options;
    const user = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : "";
    return `${secure ? "smtps" : "smtp"}://${user}127.0.0.1:${this.#port}${
      secure ? "?tls.rejectUnauthorized=false" : ""
    }`;
  }

  /** Waits for a mail that was not handed out before; it fails when none comes within half a minute. */
  next(wanted: (mail: ReceivedMail) => boolean = () => true): Promise<ReceivedMail> {
    return this.#until("mail", () => {
      const mail = this.received.find((mail) => !this.#handedOut.has(mail) && wanted(mail));
      if (mail) this.#handedOut.add(mail);
      return mail;
    });
  }

  /** Takes mails without an answer, until the function that it returns is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answers = promise;
    return resolve;
  }

  /** Waits until so many connections were made. */
  async connected(count = 1): Promise<void> {
    await this.#until("connection", () => this.connections >= count || undefined);
  }

  /** Listens, on the same port as before. */
  async start(): Promise<void> {
    const server = this.#server = new SMTPServer(this.#handlers());
    // Clients that hang up in the middle are part of the tests.
    server.on("error", () => {});
    await once(server.listen(this.#port, "127.0.0.1"), "listening");
    this.#port = (server.server.address() as AddressInfo).port;
  }

  /** Hangs up on everyone, and refuses connections from now on. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = once(server.server, "close");
    server.close();
    for (const connection of server.connections) connection.close();
    await closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #handlers(): SMTPServerOptions {
    const { secure, login } = this.options;
    return {
      secure,
      logger: false,
      disabledCommands: ["STARTTLS"],
      disableReverseLookup: true,
      authOptional: !login,
      onAuth: ({ username, password }, _session, done) =>
        username === login?.user && password === login?.password
          ? done(null, { user: username })
          : done(answer(535, "wrong password")),
      onConnect: (_session, done) => {
        this.connections++;
        this.#news.dispatchEvent(new Event("connection"));
        if (this.behaviour !== "hang") done();
      },
      onMailFrom: ({ address }, _session, done) => done(this.#refusal("MAIL", address)),
      onRcptTo: ({ address }, _session, done) => done(this.#refusal("RCPT", address)),
      onData: (stream, session, done) =>
        void buffer(stream as unknown as NodeJS.ReadableStream)
          .then((message) => this.#take(message, session)).then(() => this.#answers).then(() => done(), done),
    };
  }

  #refusal(at: string, about: string): Error | null {
    const behaviour = behaviours[this.behaviour];
    return behaviour?.at === at ? answer(behaviour.code, `we do not like <${about}>`) : null;
  }

  async #take(message: Uint8Array, { envelope }: SMTPServerSession): Promise<void> {
    const { subject = "", text = "", html = "", messageId = "", from, headers, attachments } = await PostalMime.parse(
      message,
      { attachmentEncoding: "utf8" },
    );
    const refusal = this.#refusal("DATA", text.replace(/\s+/g, " "));
    if (refusal) throw refusal;
    this.received.push({
      to: envelope.rcptTo.map(({ address }) => address).join(","),
      from: from?.address ?? "",
      subject,
      text,
      html,
      messageId,
      attachments: attachments.map(({ mimeType: type, filename: name, content }) => ({
        type,
        name,
        text: `${content}`,
      })),
      headers: headers.map(({ key }) => key),
      header: (name) => headers.find(({ key }) => key === name)?.value,
    });
    this.#news.dispatchEvent(new Event("mail"));
  }

  #until<T>(news: string, look: () => T | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const patience = setTimeout(() => reject(new Error(`no ${news} came`)), 30_000);
    const check = () => {
      const found = look();
      if (found === undefined) return;
      // At once: the next piece of news belongs to the next caller.
      this.#news.removeEventListener(news, check);
      clearTimeout(patience);
      resolve(found);
    };
    this.#news.addEventListener(news, check);
    check();
    return promise;
  }
}

const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
