import { type LanguageChoice, type LanguageCode, languageOf } from '../i18n/languages.ts';
import { loadMessages } from '../i18n/load-messages.ts';

/**
 * The element in index.html with the message that the page could not be loaded. Style sheets hide it for as long as loading
 * normally takes, so usually nobody sees it.
 */
const find = () => document.querySelector<HTMLElement>('.unloaded');

/**
 * Removes the message in all languages but the consumer's. index.html contains the message in every language, because only a
 * script can choose one of them.
 */
export function speakOnly(code: LanguageCode): void {
  const { writtenAs = code } = languageOf(code);
  for (const text of find()?.querySelectorAll('p') ?? []) if (text.lang !== writtenAs) text.remove();
}

/**
 * Immediately shows the message that the page could not be loaded, because one of its scripts has failed. Adds a button that
 * reloads the page.
 */
export async function showUnloaded(choice: LanguageChoice): Promise<void> {
  const { direction } = languageOf(choice.code);
  const element = find();
  // A page that is drawn only in part would push the message out of the window.
  document.getElementById('cashier')?.remove();
  element?.classList.add('now');
  element?.setAttribute('dir', direction);
  const messages = await loadMessages(choice);
  const button = document.createElement('button');
  button.className = 'button';
  button.textContent = messages.retry;
  button.onclick = () => location.reload();
  element?.querySelector('h1')?.replaceChildren(messages.checkout);
  element?.append(button);
}

export function removeUnloaded(): void {
  find()?.remove();
}
