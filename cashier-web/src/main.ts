import { openOrder } from './cashier/open-order.ts';
import { rememberedLanguage } from './i18n/language-memory.ts';
import { chooseLanguage, languageOf } from './i18n/languages.ts';

// Request the order before the page's own script has loaded. On a slow network, one would otherwise wait for the
// other.
const opening = openOrder(location.href);
const { code } = chooseLanguage(navigator.languages, rememberedLanguage());
languageOf(code)
  .load()
  .catch(() => undefined);

const { start } = await import('./start.ts');
await start(opening);
