import project from "../deno.json" with { type: "json" };

/** The running version, of `deno.json`. */
export const { version } = project;
