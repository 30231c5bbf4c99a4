import assert from "node:assert/strict";
import { ignoredLines } from "../../server/env_file.ts";

Deno.test("lines that neither set nor comment are found; blank ones, comments and values of several lines are not", () => {
  const lines = [
    "# settings",
    "PORT=8000",
    "",
    "MAIL_URL smtp://mail.example",
    "  export HOST = 0.0.0.0",
    "LOG_LEVEL: debug",
    'MAIL_FROM="Chapterhouse',
    'of the \\"North\\"',
    'post@study.example"',
    "METRICS_TOKEN='$a=b",
    "c'",
    "BACKUP_DIR",
    "PUBLIC_URL='https://study.example' # ours",
    "   # indented",
    "verify",
  ];
  for (const end of ["\n", "\r\n"]) assert.deepEqual(ignoredLines(lines.join(end)), [4, 6, 12, 15]);
  assert.deepEqual(ignoredLines("\uFEFF# settings\nPORT=8000\n"), []);
  assert.deepEqual(ignoredLines(""), []);
});
