/** The home page's session card. It runs when it is loaded, on a page that has one in a browser that holds a token. */
import { storageKeys } from "../../server/contract/constants.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import type { User } from "../../server/contract/people/users.ts";
import { type ApiError, signOut } from "../runtime/api.ts";
import { endSessionOn } from "./logout.ts";
import { fetchUser } from "../runtime/session.ts";
import { store } from "../runtime/storage.ts";

/**
 * The card, for a browser that holds a token: whose it is, a link to the dashboard, and a button to log out.
 */
async function showSessionCard(template: HTMLTemplateElement): Promise<void> {
  const card = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  template.after(card);
  endSessionOn(card.querySelector("form")!, paths.landing);
  try {
    fill(card, await fetchUser());
  } catch (error) {
    console.error(error);
    store(storageKeys.token, null);
    card.remove();
    // Without a connection the login page cannot be reached either; after a 401 the browser is on its way there.
    const { status } = error as Partial<ApiError>;
    if (status !== 0 && status !== 401) signOut();
  }
}

function fill(card: HTMLElement, { id, username, email, profileImage }: User): void {
  card.dataset.viewer = id;
  const part = (name: string) => card.querySelector<HTMLElement>(`[data-part=${name}]`)!;
  part("welcome").textContent = texts.session.welcome(username);
  part("email").textContent = email;
  part("details").hidden = false;
  if (!profileImage) return;
  part("image").setAttribute("src", profileImage);
  part("image").hidden = false;
}

void showSessionCard(document.querySelector<HTMLTemplateElement>("#session-card")!);
