import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describeOpenError } from "../../server/operations/files.ts";
import { folder, operate } from "../support/operate.ts";
import { runProcess, startProcess } from "../support/process.ts";

/** The output of a service that does not start. */
async function refusal(env: Record<string, string>): Promise<string> {
  await using home = await folder();
  const { code, out, err } = await runProcess({ DATABASE_URL: `file:${home.path}/test.db`, ...env });
  assert.deepEqual([code, out], [1, [""]]);
  return err;
}

/** Listens on a free port of an address; undefined where the machine has no such address. */
async function listen(host: string): Promise<{ port: number } & AsyncDisposable | undefined> {
  const server = createServer();
  const listening = new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(0, host, () => resolve(true));
  });
  if (!await listening) return undefined;
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

const hasIPv6 = await listen("::1").then(async (server) => server && (await server[Symbol.asyncDispose](), true));

for (
  const [host, named] of [["::", "localhost"], ["::1", "[::1]"], ["0.0.0.0", "localhost"], ["127.0.0.1", "127.0.0.1"]]
) {
  const ignore = host.startsWith("::") && !hasIPv6;
  Deno.test({ name: `With HOST=${host} the service logs its address and answers there`, ignore }, async () => {
    await using home = await folder();
    await using service = await startProcess(`${home.path}/test.db`, { HOST: host });
    const [address] = service.url.match(/\d+$/)!;
    assert.equal((await fetch(`http://${named}:${address}/healthz`)).status, 200);
    const { out } = await service.end("SIGTERM");
    assert.ok(out.some((line) => line.includes(`Listening on http://${named}:${address}"`)), out.join("\n"));
  });
}

// spec: trust.21
Deno.test("Where the service cannot listen, it names the wrong setting and what to set", async () => {
  await using other = await listen("127.0.0.1");
  assert.match(
    await refusal({ PORT: `${other!.port}` }),
    new RegExp(`^Chapterhouse cannot start\\. PORT: ${other!.port} is in use on 127\\.0\\.0\\.1: [^\\n]+\\n$`),
  );
  // An address reserved for examples, and a name that does not exist.
  for (const host of ["203.0.113.9", "nowhere.invalid"]) {
    const line = new RegExp(
      `^Chapterhouse cannot start\\. HOST: this machine has no address ${host}: use 127[^\\n]+\\n$`,
    );
    assert.match(await refusal({ HOST: host }), line);
  }
});

Deno.test("Several wrong settings are reported at once with a line each", async () => {
  assert.match(
    await refusal({ PORT: "70000", MAIL_URL: "http://mail.example", LOG_LEVEL: "loud" }),
    /^Chapterhouse cannot start\. PORT: [^\n]+\nMAIL_URL: [^\n]+\nLOG_LEVEL: [^\n]+\n$/,
  );
});

Deno.test("The service and the commands warn of a misspelt setting with the right name", async () => {
  await using home = await folder();
  const file = `${home.path}/test.db`;
  await using service = await startProcess(file, { MAILURL: "smtp://ada:pa55word@mail.example" });
  const { out } = await service.end("SIGTERM");
  const line = JSON.parse(out.find((line) => line.includes("MAILURL"))!);
  assert.deepEqual([line.level, line.msg], [40, "MAILURL is not a setting and is ignored: did you mean MAIL_URL?"]);
  assert.doesNotMatch(out.join("\n"), /pa55word/);
  const { code, err } = await operate(file, ["backup", `${home.path}/copy.db`], { DATABASE_URI: "file:other.db" });
  assert.deepEqual([code, err], [0, "DATABASE_URI is not a setting and is ignored: did you mean DATABASE_URL?\n"]);
});

Deno.test("A database that cannot be opened is reported with what is wrong with its file or folder", async () => {
  await using home = await folder();
  const line = await refusal({ DATABASE_URL: `file:${home.path}` });
  assert.match(line, /^Chapterhouse cannot start\. DATABASE_URL: [^\n]+ is a folder: name a file in it\.\n$/);
  const why = (message: string, file: string) => describeOpenError(new Error(message), `file:${file}`);
  const missing = `${home.path}/test.db`;
  const unopened = `ConnectionFailed("Unable to open connection to local database ${missing}: 14")`;
  assert.match(await why(unopened, missing), /^The folder \S+ may not be written to by the user this runs as: /);
  await Deno.writeTextFile(missing, "");
  assert.match(await why(unopened, missing), /test\.db may not be written to by the user this runs as: /);
  assert.match(
    await why("attempt to write a readonly database", missing),
    /or the folder it is in, may not be written/,
  );
  assert.equal(await why("file is not a database", missing), "file is not a database");
  assert.equal(await describeOpenError(new Error("refused"), "https://db.example"), "refused");
});
