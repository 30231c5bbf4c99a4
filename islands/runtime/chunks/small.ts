/** The islands that weigh little: one file for all of them is one wait on a slow line. */
export { FriendRequests } from "../../FriendRequests.tsx";
export { Friends } from "../../Friends.tsx";
export { Groups } from "../../Groups.tsx";
export { LoginForm } from "../../LoginForm.tsx";
export { Members } from "../../Members.tsx";
export { Profile } from "../../Profile.tsx";
export { ProfileFriendship } from "../../ProfileFriendship.tsx";
export { RegisterForm } from "../../RegisterForm.tsx";
export { ResendVerification } from "../../ResendVerification.tsx";
export { SearchResults } from "../../SearchResults.tsx";
export { hydrateIsland } from "../hydrate.tsx";
