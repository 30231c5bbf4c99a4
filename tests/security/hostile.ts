/** What an attacker sends: values of every kind and strings that mean something to somebody on the way. */
import assert from "node:assert/strict";
import fc from "fast-check";

/** Many short lines or words that are alike, as long as a table of contents, pasted addresses and a message may be. */
export const repeated = ["a 1\n".repeat(9_900), "a@b.c\n".repeat(3_300), "@ada ".repeat(800)];

/** To databases and their text search, to browsers, to mail and HTTP, to file systems, to JavaScript and to the eye. */
export const strings = [
  ...split('\' OR 1=1 --|\'; DROP TABLE users; --|" OR ""="|%|_%_|\\|x\') UNION SELECT 1,2,3 --|"|""|*|^|a* OR b*'),
  ...split("NEAR(a b)|full_name : x|(|)|- NOT a|{a b}|+|AND|a AND|</script><svg/onload=alert(1)>|javascript:alert(1)"),
  ...split('<script>alert(1)</script>|"><img src=x onerror=alert(1)>|a\r\nBcc: eve@evil.example|a\nSet-Cookie: x=1'),
  ...split("\0|a\0b|\u001b[2J|\x7f\x9b31m|../../etc/passwd|..%2f..%2f|C:\\x|/dev/null|file:///|//evil.example"),
  ...split("/\\evil.example|__proto__|constructor|prototype|toString|hasOwnProperty|then|undefined|null|NaN"),
  ...split("\u202eabc|\u200b|\ufeff|\ud800|\udfff\ud800|👩‍👩‍👧‍👦|İı|ß|-1|1e999|0x10|1.5|٣|９| 3 |1,000"),
  ...["e\u0301".repeat(300), "ﬃ".repeat(80), "x".repeat(5000), " ".repeat(5000), "(".repeat(500), "a@".repeat(2000)],
  ...[`${"a.".repeat(2000)}@b`, "9".repeat(400)],
  ...split('ada@example.org\0x|ada@example.org\r\nx|<ada@example.org>|"a b"@example.org|ada@[127.0.0.1]'),
  ...split("data:image/png;base64,|data:image/png;base64,AAAA|data:text/html,x|data:image/svg+xml;base64,PHN2Zy8+"),
  ...split("2026-02-30|0000-00-00|9999-12-31T23:59:60Z"),
];

function split(strings: string): string[] {
  return strings.split("|");
}

const numbers = [0, -0, -1, 0.5, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308, 5e-324];

/**
 * The library's own unit of this kind takes a second to make. By the way back it mixes in names such as `__proto__`.
 */
const codePoint = fc.integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code), (text) => (text as string).codePointAt(0)!);
const codePoints = fc.string({ unit: codePoint, maxLength: 40 });

/** Anything that JSON can say. */
export const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...strings) },
  { weight: 2, arbitrary: codePoints },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers, null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...strings), { maxLength: 30 }) },
);

/** Text as a form, an address or a header can carry it. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...strings) },
  { weight: 1, arbitrary: codePoints },
).map((string) => string.toWellFormed());

/** An object of which some keys have another value, are missing, or are there beside what is asked for. */
export const bent = <T>(object: Record<string, unknown>, keys: string[], value: fc.Arbitrary<T>) =>
  fc.tuple(
    fc.dictionary(fc.constantFrom(...keys, "__proto__", "constructor"), value, { maxKeys: 4, noNullPrototype: true }),
    fc.subarray(Object.keys(object)),
    fc.boolean(),
  ).map(([changes, missing, whole]) => {
    const left = Object.entries(object).filter(([key]) => whole || !missing.includes(key));
    return Object.fromEntries([...left, ...Object.entries(changes)]);
  });

/** The second one as exceptions are written: the shape of a failure has a field `error: string`. */
const inside = [
  /node_modules|\.tsx?[:)]|\bat [\w.<>]+ \(|SQLITE|libsql|drizzle|ZodError|file:\/\/\/\w|"stack":/i,
  /Error: /,
];

/** Asserts that an answer says nothing of how the service is made. */
export function assertDiscreet(answer: string, what: string): void {
  const leaked = inside.flatMap((pattern) => pattern.exec(answer) ?? []);
  assert.deepEqual(leaked, [], `${what}: ${answer.slice(0, 300)}`);
}

/** The same values in each run, so that what fails can be looked at. */
export const bounded = (numRuns: number) => ({ seed: 20, numRuns, endOnFailure: true });
