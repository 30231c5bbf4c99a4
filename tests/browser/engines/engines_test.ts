import { firefoxPath, openFirefox } from "./firefox.ts";
import { testEngine } from "./journey.ts";
import { isInstalled, openWebKit } from "./webkit.ts";

testEngine({ name: "Firefox", isInstalled: firefoxPath !== undefined, language: "en-US", open: openFirefox });
testEngine({ name: "WebKitGTK", isInstalled, language: "C", open: openWebKit });
