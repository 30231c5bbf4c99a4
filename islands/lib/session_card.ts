import { storageKeys } from "../../server/contract/limits.ts";
import { paths } from "../../server/contract/paths.ts";
import { texts } from "../../server/contract/texts.ts";
import type { User } from "../../server/contract/users.ts";
import { call } from "./api.ts";
import { logOut } from "./logout.ts";
import { readStored, store } from "./storage.ts";

/** The home page's session card, for a browser that holds a token: who it belongs to, and the way on or out. */
export async function showSessionCard(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>("#session-card");
  if (!template || !readStored(storageKeys.token)) return;
  const card = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  template.after(card);
  const part = (name: string) => card.querySelector<HTMLElement>(`[data-part=${name}]`)!;
  part("logout").addEventListener("click", () => void logOut(paths.landing));
  try {
    const user = await call<User>("GET", "/auth/me");
    part("welcome").textContent = texts.session.welcome(user.username);
    part("email").textContent = user.email;
    if (user.profileImage) part("image").setAttribute("src", user.profileImage);
    for (const name of ["details", ...(user.profileImage ? ["image"] : [])]) part(name).hidden = false;
  } catch {
    store(storageKeys.token, null);
    card.remove();
  }
}
