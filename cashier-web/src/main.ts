import { mount } from 'svelte';
import App from './app.svelte';
import { CashierState } from './cashier/cashier-state.svelte.ts';
import { readSurroundings } from './frame/surroundings.ts';
import { Language } from './i18n/language.svelte.ts';

const target = document.getElementById('cashier');
if (!target) throw new Error('index.html has no element #cashier.');

const language = new Language();
const cashier = new CashierState(language, {
  address: location.href,
  replaceAddress: (address) => history.replaceState(history.state, '', address),
  surroundings: readSurroundings(),
});
void cashier.open();
// The first words on the page are the buyer's: nothing is shown in another language before.
await language.start(navigator.languages);
mount(App, { target, props: { cashier, language } });
