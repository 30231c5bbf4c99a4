import assert from "node:assert/strict";
import { isPublic, isPublicName, publicLookup } from "../../server/public_address.ts";

const reserved = [
  ["IPv4", "0.0.0.0 127.0.0.1 10.0.0.1 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 192.0.0.170 198.18.0.1"],
  ["IPv4, further", "192.88.99.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 168.63.129.16"],
  ["IPv4 in other notations", "0177.0.0.1 0x7f.1 2130706433"],
  ["IPv4 in IPv6", "::ffff:127.0.0.1 ::ffff:a00:1 ::127.0.0.1 ::7f00:1 ::ffff:0:7f00:1 ::808:808"],
  ["IPv4 that is translated or tunnelled", "64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 2002:7f00:1:: 2002:a00:1::1"],
  ["translation in one's own network", "64:ff9b:1::7f00:1 64:ff9b:1:a9fe:a9:fe00:: 64:ff9b:1::808:808"],
  ["IPv6", ":: ::1 fe80::1 fe80::1%eth0 fec0::1 fc00::1 fd00:ec2::254 ff02::1 100::1"],
  ["IPv6 for protocols and documentation", "2001::1 2001:2::1 2001:20::1 2001:1ff::1 2001:db8::1 3fff::1"],
  ["IPv6 that nobody has", "200::1 1fff::1 4000::1 5f00::1 8000::1 c000::1"],
  ["no address", "example.org push 1.2.3.4.5 :::1"],
];

Deno.test("addresses of a machine, of a network and reserved ones are not public", () => {
  for (const [kind, addresses] of reserved) {
    for (const address of addresses.split(" ")) assert.equal(isPublic(address), false, `${kind}: ${address}`);
  }
  assert.equal(isPublic(""), false);
});

Deno.test("addresses of hosts anywhere are public, also where IPv4 is translated or tunnelled", () => {
  const addresses = "8.8.8.8 203.0.114.1 168.63.129.17 2a00:1450:4001:82a::200a 2606:4700::1111 2001:4860:4860::8888 " +
    "2001:200::1 2000::1 64:ff9b::808:808 2002:808:808::1 ::ffff:8.8.8.8";
  for (const address of addresses.split(" ")) assert.equal(isPublic(address), true, address);
});

Deno.test("names of a machine and of its network are not public, nor is an address a name", () => {
  const inner =
    "localhost LOCALHOST localhost. a.localhost router printer.local db.internal nas.lan x.corp x.home.arpa " +
    "127.0.0.1 8.8.8.8 [::1] 2606:4700::1111 [2606:4700::1111]";
  for (const name of ["", ...inner.split(" ")]) assert.equal(isPublicName(name), false, name);
  for (const name of "example.org example.org. local.example internal.example.org xn--bcher-kva.example".split(" ")) {
    assert.equal(isPublicName(name), true, name);
  }
});

Deno.test("a name is where it is now: at another address than it was checked by it is not connected to", async () => {
  const answers = [["203.0.114.1"], ["203.0.114.1", "127.0.0.1"], ["192.168.0.1"], []];
  const lookup = publicLookup({ lookup: () => Promise.resolve(answers.shift()!) });
  const found = () =>
    new Promise((resolve) => lookup("web.example", { all: true }, (error, found) => resolve(error?.message ?? found)));
  assert.deepEqual(await found(), [{ address: "203.0.114.1", family: 4 }]);
  for (let n = 0; n < 3; n++) assert.equal(await found(), "not a public address");
});

/** In a process of its own: the environment is read once. */
const askByProxy = (protocol: string) => `
  import { request } from "node:${protocol}";
  import { directAgents, publicLookup } from "./server/public_address.ts";
  const lookup = publicLookup({ lookup: () => Promise.resolve(["10.0.0.1"]) });
  const call = request("${protocol}://web.example/", { lookup, agent: directAgents["${protocol}:"] });
  call.on("error", ({ message }) => console.log(message)).end();
`;

Deno.test("a proxy that the environment names is not used: it would look names up itself, and connect to inner addresses", async () => {
  const proxy = "http://127.0.0.1:9";
  for (const protocol of ["http", "https"]) {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--quiet", "--ext=ts", askByProxy(protocol)],
      cwd: new URL("../..", import.meta.url),
      env: { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: proxy, HTTPS_PROXY: proxy },
      stderr: "inherit",
    }).output();
    assert.equal(new TextDecoder().decode(stdout).trim(), "not a public address");
  }
});
