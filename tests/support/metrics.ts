/** The metrics of a service, by name and labels, without the label of the instance. */
export async function readMetrics({ url }: { url: string }): Promise<Map<string, number>> {
  const ask = async () => await (await fetch(`${url}/metrics`)).text();
  // A connection that was open may be closed just as it is used again.
  return parseMetrics(await ask().catch(ask));
}

/** Reads metrics from a text in Prometheus's format, without the label of the instance. */
export function parseMetrics(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const [, name, value] = /^(.+) (\S+)$/.exec(line)!;
    return [name.replace(/,instance="[^"]*"|instance="[^"]*",?/, "").replace("{}", ""), Number(value)];
  }));
}
