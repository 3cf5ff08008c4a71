import { openOrder } from './cashier/open-order.ts';
import { rememberedLanguage } from './i18n/language-memory.ts';
import { chooseLanguage, languageOf } from './i18n/languages.ts';

// Asked for before the page itself is there: on a slow network each would otherwise wait for the other.
const opening = openOrder(location.href);
const { code } = chooseLanguage(navigator.languages, rememberedLanguage());
languageOf(code)
  .load()
  .catch(() => undefined);

const { start } = await import('./start.ts');
await start(opening);
