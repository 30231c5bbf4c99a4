import { sessionOf, setScene } from "../tests/support/scene.ts";
import { screensOf } from "../tests/support/screens.ts";
import { weighFirstScreen } from "../tests/support/first_screen.ts";
const scene = await setScene();
Deno.test("x", async () => {
  const { path } = screensOf(scene).group;
  const s = sessionOf(scene.app, scene.ada);
  const r = await fetch(scene.app.url + path, { headers: { cookie: `${s.name}=${s.value}` } });
  const html = await r.text();
  let out = "";
  for (const [k, v] of r.headers) out += `${k}: ${v}\n`;
  const w = await weighFirstScreen(scene.app.url + path, `${s.name}=${s.value}`);
  await Deno.writeTextFile("/tmp/group.html", html);
  await Deno.writeTextFile("/tmp/group.head", out + JSON.stringify(w));
});
Deno.test.afterAll(() => scene.app[Symbol.asyncDispose]());
