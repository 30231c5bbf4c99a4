import type { TestApp } from "../support/app.ts";
import { cookieOf, uncompressed } from "../support/requests.ts";
import type { Asked } from "./asked.ts";
import { filled, type Names } from "./scene.ts";

export type Means = "cookie" | "bearer";

interface Caller {
  names: Names;
  token?: string;
  by: Means;
}

/** Asks for what stands in the tables, with the ids of a scene. */
export function send(app: TestApp, asked: Asked, { names, token, by }: Caller): Promise<Response> {
  const { route, path, json, headers } = asked;
  return fetch(app.url + filled(path, names), {
    method: route.split(" ")[0],
    redirect: "manual",
    headers: {
      ...uncompressed,
      Origin: app.url,
      ...json !== undefined && { "Content-Type": "application/json" },
      ...token && (by === "bearer" ? { Authorization: `Bearer ${token}` } : { Cookie: cookieOf({ token }) }),
      ...headers,
    },
    body: bodyOf(asked, names),
  });
}

function bodyOf({ json, form, file }: Asked, names: Names): BodyInit | undefined {
  if (file === undefined) {
    return json
      ? filled(JSON.stringify(json), names)
      : form && new URLSearchParams(filled(`${new URLSearchParams(form)}`, names));
  }
  const data = new FormData();
  data.append("file", new File([filled(file, names)], "a.txt"));
  return data;
}
