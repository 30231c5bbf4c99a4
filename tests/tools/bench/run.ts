/** Runs a benchmark by its name: `deno task bench NAME [ARGUMENTS…]`. */
const [name, ...args] = Deno.args;
const folder = new URL(".", import.meta.url);
const names = [...Deno.readDirSync(folder)].map((file) => file.name.replace(".ts", "")).filter((name) =>
  name !== "run"
);
if (!names.includes(name)) {
  console.error(`Which one? ${names.sort().join(" ")}`);
  Deno.exit(1);
}
const file = new URL(`${name}.ts`, folder).pathname;
const { code } = await new Deno.Command(Deno.execPath(), { args: ["run", "-A", file, ...args] }).spawn().status;
Deno.exit(code);
