import type { ChallengeClosed, FrameLook } from '@kassa/contracts';
import { flushSync, mount } from 'svelte';
import App from './app.svelte';
import { CashierState } from './cashier/cashier-state.svelte.ts';
import type { OrderOpening } from './cashier/open-order.ts';
import { readSurroundings } from './frame/surroundings.ts';
import { watchChallenge } from './frame/watch-challenge.ts';
import { Language } from './i18n/language.svelte.ts';
import { languageOfOrder } from './i18n/language-memory.ts';
import type { LanguageChoice } from './i18n/languages.ts';
import './styles/tokens.css';
import './styles/base.css';

const challengeClosed: ChallengeClosed = 'kassa-challenge-closed';

/** How long the page stays empty for the order and its methods before it shows their outlines. */
const patienceMs = 100;

/** Shows the order that is being opened. Rejects if the page cannot be drawn. */
export async function start(
  opening: OrderOpening | null,
  look: FrameLook,
  choice: LanguageChoice,
): Promise<void> {
  const language = new Language();
  const cashier = new CashierState(language, {
    address: location.href,
    replaceAddress: (address) => history.replaceState(history.state, '', address),
    surroundings: readSurroundings(),
  });
  document.addEventListener(challengeClosed, () => cashier.challengeClosed());
  watchChallenge(
    (isOpen) => {
      cashier.atBank = isOpen;
    },
    () => cashier.challengeCutOff(),
  );
  void cashier.open(opening);
  const ofOrder = opening?.checkout.then(
    ({ order }) => languageOfOrder(order.locale, look.locale),
    () => null,
  );
  // Wait until the consumer's language is loaded, so that no text appears in another language first.
  await language.start(choice);
  // The payment order may ask for another language, and may arrive after the first language's texts. The page then changes its
  // language once.
  void ofOrder?.then((wanted) => (wanted === null ? undefined : language.start(wanted)));
  await methodsOrPatience(opening);
  const target = document.getElementById('cashier') ?? document.body;
  const app = mount(App, { target, props: { cashier, language, accentColor: look.accent_color } });
  // Draw the panel in a task after the rest, so that the browser can respond in between.
  await new Promise((free) => setTimeout(free));
  flushSync(() => app.showPanel());
}

/** Waits until the order and its methods can be shown together, because drawing their outlines first would take longer. */
function methodsOrPatience(opening: OrderOpening | null): Promise<unknown> {
  const patience = new Promise((end) => setTimeout(end, patienceMs));
  return Promise.race([patience, opening?.methods]).catch(() => undefined);
}
