/** The islands that weigh little: one file for all of them is one wait on a slow line. */
// Every page has it: what is shared with it comes in its file, and in no further one.
import "../../page/mod.ts";
export { FriendRequests } from "../../FriendRequests.tsx";
export { Friends } from "../../Friends.tsx";
export { Groups } from "../../Groups.tsx";
export { LoginForm } from "../../LoginForm.tsx";
export { Members } from "../../Members.tsx";
export { Margin } from "../../notes/Margin.tsx";
export { Profile } from "../../Profile.tsx";
export { ProfileFriendship } from "../../ProfileFriendship.tsx";
export { RegisterForm } from "../../RegisterForm.tsx";
export { ResendVerification } from "../../ResendVerification.tsx";
export { SearchResults } from "../../SearchResults.tsx";
export { hydrateIsland } from "../hydrate.tsx";
