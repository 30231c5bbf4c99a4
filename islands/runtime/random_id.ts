/** A random UUID, version 4: nothing else has it. `crypto.randomUUID` is missing on plain http. */
export const randomId = (): string =>
  "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const [random] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ random & 15 >> Number(digit) / 4).toString(16);
  });
