import { openOrder } from './cashier/open-order.ts';
import { applyLook, readLook } from './frame/frame-look.ts';
import { languageToStartIn } from './i18n/language-memory.ts';
import { loadMessages } from './i18n/load-messages.ts';
import { paintWithoutStyles, stylesOrPatience, whenRead } from './unloaded/slow-styles.ts';
import { removeUnloaded, showUnloaded, speakOnly } from './unloaded/unloaded.ts';

// Request the order at once, while the page's own script still loads. On a slow network, waiting for one after the other would
// take long.
const opening = openOrder(location.href);
const look = readLook(location.href);
applyLook(look);
const choice = languageToStartIn(look.locale);
loadMessages(choice).catch(() => undefined);

// index.html loads this script as `async`, so it may run before the browser has read the whole page. Without `async`, the
// browser would also wait for style sheets before it runs the script, and a style sheet may hang.
const styles = whenRead().then(() => {
  speakOnly(choice.code);
  return stylesOrPatience();
});
void styles.then(paintWithoutStyles);

try {
  const page = await import('./start.ts');
  await styles;
  await page.start(opening, look, choice);
  removeUnloaded();
} catch (error) {
  // `showUnloaded` shows the error message in index.html, and adds a button with a text in the consumer's language. If this
  // text cannot be loaded either, only the message is shown.
  showUnloaded(choice).catch(() => undefined);
  throw error;
}
