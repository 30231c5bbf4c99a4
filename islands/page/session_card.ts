/** The home page's session card. It runs when it is loaded, on a page that has one in a browser that holds a token. */
import type { User } from "../../server/contract/people/shapes.ts";
import { type ApiError, signOut } from "../runtime/api.ts";
import { endSessionOn } from "./logout.ts";
import { fetchUser } from "../runtime/session.ts";
import { store } from "../runtime/storage.ts";
import { storageKeys } from "../../server/contract/site/limits.ts";
import { sitePaths } from "../../server/contract/site/paths.ts";
import { sessionTexts } from "../../server/contract/account/texts.ts";

/**
 * The card, for a browser that holds a token: whose it is, a link to the dashboard, and a button to log out.
 */
async function showSessionCard(template: HTMLTemplateElement): Promise<void> {
  const card = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  template.after(card);
  endSessionOn(card.querySelector("form")!, sitePaths.landing);
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
  part("welcome").textContent = sessionTexts.welcome(username);
  part("email").textContent = email ?? "";
  part("details").hidden = false;
  if (!profileImage) return;
  part("image").setAttribute("src", profileImage);
  part("image").hidden = false;
}

void showSessionCard(document.querySelector<HTMLTemplateElement>("#session-card")!);
