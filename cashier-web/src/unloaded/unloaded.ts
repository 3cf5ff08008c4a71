import { type LanguageCode, languageOf } from '../i18n/languages.ts';

/**
 * The text of index.html for a page that does not load. Style sheets hide it for as long as a page normally takes, so nobody
 * sees it if all goes well.
 */
const element = document.querySelector<HTMLElement>('.unloaded');

/** Leaves only the consumer's language, now that a script runs that knows it. */
export function speakOnly(code: LanguageCode): void {
  for (const text of element?.querySelectorAll('p') ?? []) if (!text.lang.startsWith(code)) text.remove();
}

/** Shows the text at once, because a script of the page has failed, with a button that reloads the page. */
export async function showUnloaded(code: LanguageCode): Promise<void> {
  const { direction, load } = languageOf(code);
  element?.classList.add('now');
  element?.setAttribute('dir', direction);
  const { messages } = await load();
  const button = document.createElement('button');
  button.className = 'button';
  button.textContent = messages.retry;
  button.onclick = () => location.reload();
  element?.querySelector('h1')?.replaceChildren(messages.checkout);
  element?.append(button);
}

export function removeUnloaded(): void {
  element?.remove();
}
