import assert from "node:assert/strict";
import { quotesIn } from "../../server/contract/notes/quotes.ts";
import { ankiHeader, ankiLine } from "../../server/library/anki.ts";

Deno.test("a card is one line of three fields, whose texts are no markup, no comment and no quoted field", () => {
  const line = ankiLine({ front: '#1 <b>"x"</b>\tA\r\nB', back: ["C\n\nD", "", "Emma"], tag: "Emma: a\tnovel" });
  assert.equal(
    line,
    "&#35;1 &#60;b&#62;&#34;x&#34;&#60;/b&#62; A<br>B\tC<br><br>D<br><br>Emma\tEmma_a_novel\n",
  );
  const markup = ankiLine({ front: "{{c1::x}}", back: ["[latex]x[/latex]", "[sound:x]"], tag: "" });
  assert.equal(
    markup,
    "&#123;&#123;c1::x&#125;&#125;\t&#91;latex]x&#91;/latex]<br><br>&#91;sound:x]\t\n",
  );
  assert.match(ankiHeader("Our\nclub"), /^#separator:tab\n#html:true\n#deck:Our club\n#tags:Our_club\n/);
});

Deno.test("a tag is one word as it is written, without quotation marks, colons and control characters", () => {
  const tagOf = (title: string) => ankiLine({ front: "", back: [], tag: title }).split("\t")[2];
  assert.equal(tagOf("The Handmaid's Tale"), "The_Handmaid's_Tale\n");
  assert.equal(tagOf(' "R&D": a\u3000\u0085<novel>\r\n'), "_R&D_a_<novel>\n");
});

Deno.test("each quote of a note comes with what follows it", () => {
  assert.deepEqual(quotesIn("Before\n\n> One\n> more\n\nOn it\n\n>Two\n"), [
    { quote: "", text: "Before" },
    { quote: "One\nmore", text: "On it" },
    { quote: "Two", text: "" },
  ]);
  assert.deepEqual(quotesIn(" \n"), []);
});
