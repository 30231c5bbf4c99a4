/** The islands that weigh little: one file for all of them is one wait on a slow line. */
export { Groups } from "../Groups.tsx";
export { LoginForm } from "../LoginForm.tsx";
export { Members } from "../Members.tsx";
export { RegisterForm } from "../RegisterForm.tsx";
export { ResendVerification } from "../ResendVerification.tsx";
export { hydrateIsland } from "../lib/hydrate.tsx";
