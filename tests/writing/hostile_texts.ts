/** Texts that make a careless parser look again and again, as long as they may be. */

/** A piece as often as it goes, and at most so many characters. */
const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Lines or runs that grow by one. */
const growing = (piece: (count: number) => string, length: number): string => {
  let text = "";
  for (let count = 1; text.length < length; count++) text += piece(count);
  return text.slice(0, length);
};

/** Repeated, they are beginnings without ends, ends without beginnings, and both. */
const pieces = [
  ..."[ ] ( ![ [] [a] [a]( [a](b [a](b) [a](<b [[a](b)]( ![a](b) ![a]( a]( [a][ [a]: < <a <http://a <http://a.b>".split(
    " ",
  ),
  ..."* ** *** *a **a *a* **a** a* a** a*b _ __ _a a_ a_b *_ *_a **_a *a_ ~~ ~~~ ~~a ~~a~~ ~ || ||| ||a ||a|| a|| ||*a"
    .split(" "),
  ..."` `` ```a `a `a` \\` \\ \\* \\\\ > ># # #a ## - -a + 1. 1) | |a |- a| |-| $ $$ $$$ $a $a$ $$a $$a$$ $5 \\$ ${"
    .split(" "),
  ..."http:// http://a http://a.b http://a.b/( http://a.b/[ http://a.b/] http://a.b/) http://a.b/*".split(" "),
  ..."https://a.b/._ https://a@b https://[ http://a.b/? hhttp:// https://a.example/(b)[c]{d} & &amp; &# <!-- <a>".split(
    " ",
  ),
  ..."\0 \u202e \u200b é 漢 😀 \u0301 \u2028 \r \r\n".split(" "),
  ...["* ", "*a ", "**a *b ", "*a **b ***c ", "_a __b ", "a* b** ", "[a *b](", "*[a*](b) ", "~~a *b ", "||a ~~b *c "],
  ...["> ", "- ", "- a\n", "-\n", "1. ", "1. a\n", "* \n", "> a\n", "> > a\n", "- > ", "> - ", "- 1. ", "# a\n", "#\n"],
  ...[
    "- a\n\n  b\n",
    "  - a\n",
    "1. a\n   - b\n",
    "> ```\n",
    "- ```\n",
    "```\n",
    "~~~\n",
    "```js\n",
    "$$\n",
    "$$a\n",
    "$$a$$\n",
  ],
  ...[
    "a\n",
    "\n",
    " \n",
    "    a\n",
    "\ta\n",
    "  ",
    "a  \n",
    "a\\\n",
    "|a|b|\n|-|-|\n",
    "|a|\n|-|\n",
    "|\n",
    "|-|\n",
    "a|b\n-|-\n",
  ],
  ...["http://a.b ", "http://a.b/*a* ", "*http://a.b* ", "[http://a.b](http://c.d) ", "![http://a.b](http://c.d) "],
  ...["![a", "[a](b)![", "![_$*", "$<http://a.b>(*", "'**![[a](b)"],
  ...["hello *world* this is `code` and $x$ ", '[a](b "', "[a](b 'c", '[a](b "c")', "`a ``b ", "$a `b ", "||$a|| "],
];

const grown: ((count: number) => string)[] = [
  (count) => `${"`".repeat(count)}a`,
  (count) => `${"$".repeat(count)}a`,
  (count) => `${"~".repeat(count)}a`,
  (count) => `${"|".repeat(count)}a`,
  (count) => `${"*".repeat(count)}a`,
  (count) => `${">".repeat(count)}\n`,
  (count) => `${"> ".repeat(count)}a\n`,
  (count) => `${"  ".repeat(count)}- a\n`,
  (count) => `${" ".repeat(count)}a\n`,
  (count) => `${"- ".repeat(count)}a\n`,
  (count) => `${"`".repeat(count + 2)}\na\n`,
  (count) => `${count}. a\n`,
];

const surrounded = (length: number): string[] =>
  [["[", "]"], ["*", "*"], ["**", "**"], ["[", "](b)"], ["![", "](b)"], ["*a ", "*"], ["||", "||"], ["~~", "~~"], [
    "`",
    "`",
  ]]
    .map(([before, after]) => {
      const count = Math.floor((length - 1) / (before.length + after.length));
      return `${before.repeat(count)}a${after.repeat(count)}`;
    });

const tables = (length: number): string[] => [
  `|${filled("a|", length / 2 - 2)}\n|${filled("-|", length / 2 - 2)}`,
  `|a|b|\n|-|-|\n${filled("|a|b|\n", length - 12)}`,
  `|a\n|-\n${filled("|\n", length - 6)}`,
  `${filled("|a", 400)}\n${filled("|-", 400)}\n${filled("|\n", length - 802)}`,
  `|a|\n|-|\n|${filled("\\|", length - 10)}`,
  `|a|\n|-|\n|${filled("`|", length - 10)}`,
];

export const hostileMarks = (length: number): string[] => [
  ...pieces.map((piece) => filled(piece, length)),
  ...pieces.slice(0, 60).map((piece) => `${filled(piece, length - 8)}*a* \`b\``),
  ...grown.map((piece) => growing(piece, length)),
  ...surrounded(length),
  ...tables(length),
  `a](${"(".repeat(length - 4)}`,
  `[a](${"(".repeat(length - 5)}`,
  `[a](<${"a".repeat(length - 5)}`,
  `${" ".repeat(length - 3)}*a*`,
  `*${"a".repeat(length - 2)}*`,
  `\`${" ".repeat(length - 1)}`,
];

/** Of the marks that have rules of our own, without those of the parser, some of which take quadratic time. */
export const ownMarks = (length: number): string[] =>
  [
    "$",
    "$a ",
    "$a$ ",
    "$$a ",
    "$$a\n",
    "> $$a\n",
    "$5 ",
    "||",
    "||a",
    "||a|| ",
    "*||a ",
    "http://",
    "http://a.b ",
    "\\* ",
  ]
    .concat([
      "http://a.b/]",
      "http://a.b/(",
      "http://a.b/]( ",
      "http://a.b||",
      "https://a@b ",
      "hhttp://",
      "$http://a.b$ ",
    ])
    .map((piece) => filled(piece, length));

const languages =
  "bash c cpp csharp css go haskell java javascript json kotlin latex matlab php python r ruby rust sql swift typescript xml yaml"
    .split(" ");

const bodies = [
  ..."\" ' ` ( {[( <a / /* // function( - class<a \\ @a( ${ `${ (a)=> _ a. a-> a<b, a= <a=' <<E #{ %q( $$ } ]] 1, == :: [[ aBA a"
    .split(" "),
  ...[
    "a ",
    "a\n",
    "\n",
    "\n ",
    "a:\n",
    "public ",
    "a<b> ",
    "a<b,c> ",
    "val ",
    "a* ",
    "a b(",
    "a::b ",
    "if else for ",
    "--",
    "a;",
  ],
];

/** Blocks of code of every language. */
export const hostileCode = (length: number): string[] =>
  languages.flatMap((language) => bodies.map((body) => `\`\`\`${language}\n${filled(body, length)}\n\`\`\``));

const nested = (open: string, close: string, count: number) => `${open.repeat(count)}a${close.repeat(count)}`;

/** Each as long as a formula may be. */
const formulas = (length: number): string[] => [
  ...("' '' \\hat \\hat{ \\not \\sqrt \\frac \\frac12 a^ a_ ^ {} \\left( \\left(\\right) \\over \\choose \\above1pt \\text{a} \\text{$a$}" +
    " \\kern999em \\hspace{99999em} \\sum_a^b \\xrightarrow{a} \\color{red} \\colorbox{red}{a} \\boxed{a} \\phantom{a} \\substack{a} &" +
    " \\\\ \\hline \\tag{a} \\label{a} \\char65 \\mathchoice{a}{b}{c}{d} \\prescript{a}{b}{c} \\sideset{a}{b}c \\raisebox{1em}{a} \\TeX" +
    " \\LaTeX \\Temml \\pmod \\dv{a}{b} \\bra{a} \\operatorname{a} \\bgroup \\expandafter \\relax \\string a é 漢 < + \\ \\, # % ~ @>>>")
    .split(" ").map((piece) => `${filled(`${piece} `, length - 1)}x`),
  ...["\\frac{", "\\sqrt{", "{", "\\hat{", "\\text{", "\\mathrm{", "a^{", "\\overbrace{", "\\boxed{", "\\substack{"]
    .flatMap((open) => [
      nested(open, "}", 10),
      filled(nested(open, "}", 11), length),
      nested(open, "}", length / (open.length + 1) - 1),
    ]),
  ...["matrix", "pmatrix", "cases", "aligned", "align", "CD", "array"].flatMap((name) => [
    ...["&", "a&", "\\\\", "a&b\\\\", "\\hline ", "@>>>", "\\tag{1}\\\\"].map((cell) =>
      `\\begin{${name}}${name === "array" ? "{c}" : ""}${filled(cell, length - 50)}\\end{${name}}`
    ),
    nested(`\\begin{${name}}`, `\\end{${name}}`, 8),
  ]),
  `\\begin{array}{${filled("c|", length - 30)}}a\\end{array}`,
  `\\begin{array}{*{9999}{c}}a\\end{array}`,
  "\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a",
  "\\newcommand\\a{\\a\\a}\\a",
  "\\let\\a\\b \\gdef\\b{\\a\\a}\\b",
];

/** Full of formulas. */
export const hostileFormulas = (length: number): string[] =>
  formulas(490).flatMap((formula) => [filled(`$${formula}$ `, length), filled(`$$${formula}$$\n\n`, length)]);
