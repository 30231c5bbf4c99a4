/**
 * Who may import whom, types included: `tests/run.ts` checks it. Paths are those of the files; packages are where
 * `node_modules` has them.
 */
const npm = (...names) => names.map((name) => `^node_modules/${name}/`);

const nouns = "(account|people|groups|chat|books|reading|notes|notices|operator|site)";

/** The files of the contract that bring zod with them, which weighs 14 KiB compressed. */
const schemas = "^server/contract/\\w+/(shapes|\\w+_shapes|fields)\\.ts$";

const rules = [
  {
    name: "no-cycles",
    from: {},
    to: { circular: true },
  },
  {
    name: "contract-imports-only-zod",
    from: { path: "^server/contract/" },
    to: { pathNot: ["^server/contract/", ...npm("zod")] },
  },
  {
    name: "only-schemas-import-zod",
    comment: "What islands import of the contract comes without zod.",
    from: { path: "^server/contract/", pathNot: schemas },
    to: { path: [schemas, ...npm("zod")], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "db-imports-drizzle-libsql-and-the-contract",
    from: { path: "^db/" },
    to: {
      pathNot: [
        "^db/",
        "^server/contract/",
        ...npm("drizzle-orm", "@libsql/client", "@libsql/hrana-client", "libsql", "ws"),
      ],
      dependencyTypesNot: ["core"],
    },
  },
  {
    name: "queries-are-written-in-db",
    from: { pathNot: "^db/" },
    to: { path: npm("drizzle-orm", "@libsql/client", "libsql") },
  },
  {
    name: "only-main-service-and-app-know-everything",
    from: { pathNot: "^server/(main|dev|service|app)\\.tsx?$" },
    to: { path: "^(server/(main|dev|service|app)\\.tsx?$|routes/mod\\.ts$)" },
  },
  {
    name: "the-server-imports-no-routes-and-islands",
    from: { path: "^server/", pathNot: "^server/(main|dev|service|app)\\.tsx?$" },
    to: { path: "^(routes|islands)/" },
  },
  {
    name: "actions-import-what-is-below",
    from: { path: "^server/actions/" },
    to: { path: "^server/(http|operations|realtime/(?!broadcast\\.ts))" },
  },
  {
    name: "auth-mail-and-media-import-no-actions",
    from: { path: "^server/(auth|mail|media|push|library|http)/" },
    to: { path: "^server/(actions|realtime)/" },
  },
  {
    name: "http-and-realtime-are-no-business-of-auth-mail-and-media",
    from: { path: "^server/(auth|mail|media|push)/" },
    to: { path: "^server/(http|library|operations)/" },
  },
  {
    name: "broadcast-imports-no-actions",
    from: { path: "^server/realtime/broadcast\\.ts$" },
    to: { path: "^server/(actions|http)/" },
  },
  {
    name: "islands-import-no-server",
    from: { path: "^islands/", pathNot: "^islands/runtime/build\\.ts$" },
    to: { path: ["^(db|routes)/", "^server/(?!contract/|writing/)"], pathNot: "^routes/api/calls\\.ts$" },
  },
  {
    name: "islands-have-the-parser-for-previews-alone",
    comment: "With its formulas and languages it weighs more than all other scripts of a page.",
    from: { path: "^islands/", pathNot: "^islands/page/write_preview\\.ts$" },
    to: { path: "^server/writing/" },
  },
  {
    name: "writing-runs-in-browsers",
    from: { path: "^server/writing/" },
    to: {
      pathNot: ["^server/(writing|contract)/", ...npm("markdown-it", "temml", "lowlight", "highlight.js")],
      dependencyTypesNot: ["type-only"],
    },
  },
  {
    name: "islands-know-calls-by-type",
    comment: "The types of the calls come from the operations, of which nothing is shipped.",
    from: { path: "^islands/" },
    to: { path: "^routes/api/calls\\.ts$", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "islands-import-no-schemas",
    from: { path: "^islands/" },
    to: { path: [schemas, ...npm("zod")], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "a-feature-imports-no-other",
    from: { path: `^islands/${nouns}/` },
    to: { path: "^islands/", pathNot: "^islands/($1|ui|forms|runtime|offline)/" },
  },
  {
    name: "ui-imports-only-ui",
    from: { path: "^islands/ui/" },
    to: { path: "^islands/", pathNot: "^islands/ui/" },
  },
  {
    name: "forms-know-no-feature",
    from: { path: "^islands/forms/" },
    to: { path: "^islands/", pathNot: "^islands/(forms|ui|runtime|offline)/" },
  },
  {
    name: "page-scripts-run-without-react",
    from: { path: "^islands/page/" },
    to: {
      path: [
        "^islands/(?!page/|runtime/|offline/|ui/icons\\.ts$)",
        ...npm("react", "react-dom", "@preact/signals-react"),
      ],
    },
  },
  {
    name: "the-runtime-knows-no-feature",
    comment:
      "But for the chunks, each of which names the islands that come together, and the client, which starts all.",
    from: { path: "^islands/runtime/", pathNot: "^islands/runtime/(chunks/|client\\.ts$)" },
    to: { path: "^islands/(?!runtime/|offline/|ui/)" },
  },
  {
    name: "pages-draw-islands-and-ui-and-run-nothing",
    from: { path: "^routes/" },
    to: { path: "^islands/(page|runtime|offline)/" },
  },
  {
    name: "the-api-draws-nothing",
    from: { path: "^routes/api/" },
    to: { path: "^(islands|routes/(pages|layout))/" },
  },
];

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ ...rule, severity: "error" })),
  options: {
    tsPreCompilationDeps: true,
    preserveSymlinks: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^static/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
