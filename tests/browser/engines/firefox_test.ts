import { firefoxPath, openFirefox } from "./firefox.ts";
import { testEngine } from "./journey.ts";

testEngine({ name: "Firefox", isInstalled: firefoxPath !== undefined, language: "en-US", open: openFirefox });
