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

// The script does not wait for the page, because it would then also wait for style sheets, which may hang.
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
  // `showUnloaded` needs the language's texts. If they cannot be loaded either, the page keeps the message that index.html
  // contains.
  showUnloaded(choice).catch(() => undefined);
  throw error;
}
