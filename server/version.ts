import project from "../deno.json" with { type: "json" };

export const { version } = project;
