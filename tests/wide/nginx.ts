/** A real nginx before several instances, where there is one. */
import { type Engine, startEngine } from "../support/engine.ts";
import { firstFile, onPath } from "../support/programs.ts";

/** The path of an nginx on this machine, if any. */
export const findNginx = (): Promise<string | undefined> => firstFile([...onPath("nginx"), "/usr/sbin/nginx"]);

/** Starts nginx before three instances, as operators are shown, on a free port. `await using` kills it. */
export function startNginx(path: string, instances: { port: number }[]): Promise<Engine> {
  return startEngine({
    path,
    scheme: "http",
    args({ port, folder }) {
      Deno.writeTextFileSync(`${folder}/nginx.conf`, configOf(port, instances));
      return ["-p", folder, "-c", "nginx.conf", "-e", "stderr", "-g", "daemon off; pid nginx.pid;"];
    },
    isReady: async ({ port }) => {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
      await answer.body?.cancel();
      return answer.ok;
    },
  });
}

const example = new URL("../../server/operations/nginx.conf", import.meta.url);

/**
 * The configuration that operators are shown, with these instances, without TLS, and with what it
 * writes in its folder. As root its workers would have to be allowed to read that.
 */
function configOf(port: number, instances: { port: number }[]): string {
  const servers = Deno.readTextFileSync(example)
    .replace(/server \{\s+listen 80;.*?\n\}/s, "")
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${port};`)
    .replace(/ssl_certificate.*/g, "")
    .replace(/172\.30\.0\.1(\d):8000/g, (_, n) => `127.0.0.1:${instances[n - 1].port}`);
  return `
master_process off;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`).join("\n  ")}
  ${servers}
}
`;
}
