import assert from "node:assert/strict";
import { withForm } from "../../server/writing/mod.ts";

const wordsOf = (name: string) => withForm(`[${name}](https://elsewhere.example/)`).form!.text;

Deno.test("a link whose name looks like an address shows where it leads, any other only its name", () => {
  const names = ["bank.example", "(bank.example)", "→ bank.example.", "www.bank", "192.168.0.1", "bank．example/a"];
  for (const name of [...names, "bank。example", "bank․example", "https://a"]) {
    assert.equal(wordsOf(name), `${name} (https://elsewhere.example/)`);
  }
  for (const name of ["the page", "v1.2", "fig. 3", "e.g. this", "...and so on", "5.A 26"]) {
    assert.equal(wordsOf(name), name);
  }
});
