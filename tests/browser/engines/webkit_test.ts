import { testEngine } from "./journey.ts";
import { isInstalled, openWebKit } from "./webkit.ts";

testEngine({ name: "WebKitGTK", isInstalled, language: "C", open: openWebKit });
