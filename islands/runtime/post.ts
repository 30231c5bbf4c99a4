export function post(form: HTMLFormElement): void {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(console.warn);
}
