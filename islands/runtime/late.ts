/**
 * Most browsers remember for as long as a page is open that a fetch of a module has failed: the next try imports it
 * under another address. That is no help where something that it imports has failed.
 *
 * @param load nothing but an `import`: the build writes the address into it
 */
export function late<T>(load: () => Promise<T>): () => Promise<T> {
  let tries = 0;
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= (tries++ === 0 ? load() : importAgain<T>(load, tries)).catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function importAgain<T>(load: () => Promise<T>, tries: number): Promise<T> {
  const [, path] = /import\("(.+?)"\)/.exec(String(load))!;
  return import(new URL(`${path}?again=${tries}`, import.meta.url).href);
}
