import { storageKeys } from "../../server/contract/constants.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import type { User } from "../../server/contract/users.ts";
import { networkHint, signOut } from "../runtime/api.ts";
import { endSessionOn } from "./logout.ts";
import { fetchUser } from "../runtime/session.ts";
import { readStored, store } from "../runtime/storage.ts";

/**
 * The home page's session card, for a browser that holds a token: whose it is, a link to the dashboard, and a button to
 * log out.
 */
export async function showSessionCard(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>("#session-card");
  if (!template || !readStored(storageKeys.token)) return;
  const card = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  template.after(card);
  endSessionOn(card.querySelector("form")!, paths.landing);
  try {
    fill(card, await fetchUser());
  } catch (error) {
    console.error(error);
    store(storageKeys.token, null);
    card.remove();
    // Without a connection the login page cannot be reached either.
    if (!networkHint(error)) signOut();
  }
}

function fill(card: HTMLElement, { username, email, profileImage }: User): void {
  const part = (name: string) => card.querySelector<HTMLElement>(`[data-part=${name}]`)!;
  part("welcome").textContent = texts.session.welcome(username);
  part("email").textContent = email;
  part("details").hidden = false;
  if (!profileImage) return;
  part("image").setAttribute("src", profileImage);
  part("image").hidden = false;
}
