/** The site's own logo, and the web app's manifest where something of the site's is in it. */
import { readFileSync } from "node:fs";
import { router } from "../../../server/http/router.ts";
import { plainSite, type Site } from "../../../server/settings/site.ts";
import { sitePaths } from "../../../server/contract/site/paths.ts";
import { transportServerTexts } from "../../../server/contract/site/texts.ts";

export const branding = router();

/** An SVG opened by itself is sandboxed: it can hold scripts. */
branding.get("/logo/:name", (c) => {
  const { logo } = c.var.deps.config.site;
  if (!logo || c.req.path !== logo.href) return c.text(transportServerTexts.notFound, 404);
  c.set("isSandboxed", true);
  return c.body(logo.content, 200, {
    "Content-Type": logo.type,
    "Cache-Control": "public, max-age=31536000, immutable",
  });
});

const built = JSON.parse(readFileSync(new URL("../../../static/manifest.webmanifest", import.meta.url), "utf8"));

branding.get(sitePaths.manifest, async (c, next) => {
  const { config } = c.var.deps;
  const { name, logo, accent } = config.site;
  if (name === plainSite.name && !logo && !accent) return await next();
  const manifest = JSON.stringify({
    ...built,
    name,
    short_name: name,
    theme_color: accent?.light ?? built.theme_color,
    icons: iconsOf(config.site),
  });
  return c.body(manifest, 200, {
    "Content-Type": "application/manifest+json",
    "Cache-Control": "public, max-age=86400",
  });
});

const iconsOf = ({ logo }: Site) =>
  logo ? [{ src: logo.href, sizes: "any", type: logo.type, purpose: "any" }] : built.icons;
