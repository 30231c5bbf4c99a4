/** A real nginx before several instances, where there is one. */
import { type Engine, startEngine } from "./engine.ts";
import { firstFile, onPath } from "./programs.ts";

/** The path of an nginx on this machine, if any. */
export const findNginx = (): Promise<string | undefined> => firstFile([...onPath("nginx"), "/usr/sbin/nginx"]);

/** Starts nginx as README has it, without TLS, on a free port. `await using` kills it. */
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

/** README's, with what it writes in the folder. As root its workers would have to be allowed to read that. */
const configOf = (port: number, instances: { port: number }[]) => `
master_process off;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`).join("\n  ")}
  map $http_upgrade $connection_upgrade {
    default upgrade;
    "" close;
  }
  upstream study {
    ${servers(instances)}
  }
  upstream study_sockets {
    hash $arg_k consistent;
    ${servers(instances)}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 8m;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $connection_upgrade;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_connect_timeout 2s;
    proxy_read_timeout 2m;
    proxy_next_upstream error timeout non_idempotent;
    location / {
      proxy_pass http://study;
    }
    location /socket.io/ {
      proxy_pass http://study_sockets;
    }
  }
}
`;

const servers = (instances: { port: number }[]) =>
  instances.map(({ port }) => `server 127.0.0.1:${port};`).join("\n    ");
