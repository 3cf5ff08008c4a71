import { openOrder } from './cashier/open-order.ts';
import { rememberedLanguage } from './i18n/language-memory.ts';
import { chooseLanguage, languageOf } from './i18n/languages.ts';

// Request the order at once, while the page's own script still loads. On a slow network, waiting for one after the other would
// take long.
const opening = openOrder(location.href);
const { code } = chooseLanguage(navigator.languages, rememberedLanguage());
languageOf(code)
  .load()
  .catch(() => undefined);

const { start } = await import('./start.ts');
await start(opening);
