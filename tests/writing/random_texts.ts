import fc from "fast-check";

const marks = [
  ..."* ** *** _ __ ` `` ``` ~~ ~~~ | || ||| $ $$ [ ] ( ) [] () ]( ![ < > # ## - + 1. 2) \\ \\\\ ! & ; : / ? ' \" { } ^ ="
    .split(
      " ",
    ),
  ..."https://a.example http://b.example/(c) https://user@evil.example javascript:alert(1) <https://c.example> [d](https://d.example)"
    .split(" "),
  ..."![e](https://e.example) \\frac{1}{2} \\begin{matrix} \\end{matrix} \\text{ \\left( \\right) \\hat x^2 \\href{ &amp; &#106;"
    .split(" "),
  ..."```js ```python ```sql ```nothing ~~~cpp |-|-| |:-:|-:| <script> </p> <!-- \0 \u202e \u200b \ud800 😀 é".split(
    " ",
  ),
];
const spaces = [
  " ",
  "  ",
  "\n",
  "\n\n",
  "    ",
  "\t",
  "\n> ",
  "\n- ",
  "\n  - ",
  "\n1. ",
  "\n| ",
  "\r\n",
  "\u00a0",
  "\u2028",
];
const words = ["a", "word", "Two words", "5", "const x = 1;", "SELECT", "漢字", "שלום", "x"];

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...marks) },
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  { weight: 3, arbitrary: fc.constantFrom(...spaces) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);

/** Of marks and words, in any order, some of them in runs. */
export const texts: fc.Arbitrary<string> = fc.array(
  fc.tuple(piece, fc.constantFrom(1, 1, 1, 1, 1, 2, 3, 14)).map(([piece, times]) => piece.repeat(times)),
  { minLength: 1, maxLength: 60 },
).map((pieces) => pieces.join(""));
