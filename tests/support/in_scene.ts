/**
 * Makes a function that defines tests, each of which has a scene of its own: it is opened before the test begins, and
 * closed after it.
 */
export const inScene = <Scene extends AsyncDisposable>(open: () => Promise<Scene>) =>
(
  title: string,
  body: (scene: Scene) => Promise<void>,
): void =>
  Deno.test(title, async () => {
    await using scene = await open();
    await body(scene);
  });
