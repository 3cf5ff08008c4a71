import { openOrder } from './cashier/open-order.ts';
import { applyLook, readLook } from './frame/frame-look.ts';
import { languageToStartIn } from './i18n/language-memory.ts';
import { loadFormats } from './i18n/load-formats.ts';
import { loadMessages } from './i18n/load-messages.ts';
import { paintWithoutStyles, stylesOrPatience, whenRead } from './unloaded/slow-styles.ts';
import { removeUnloaded, showUnloaded, speakOnly } from './unloaded/unloaded.ts';

// Request the payment order now, while the page's main script (start.ts) still loads. On a slow network, loading one after the
// other would take too long.
const opening = openOrder(location.href);
const look = readLook(location.href);
applyLook(look);
const choice = languageToStartIn(look.locale);
loadMessages(choice).catch(() => undefined);
loadFormats(choice.locale);

// index.html loads this script as `async`, so it may run before the browser has read the whole page. Without `async`, the
// browser would also wait for style sheets before it runs the script, and a style sheet may hang.
const styles = whenRead().then(() => {
  speakOnly(choice.code);
  return stylesOrPatience();
});
void styles.then(paintWithoutStyles);

void show();

async function show(): Promise<void> {
  try {
    const { start } = await import('./start.ts');
    await styles;
    await start(opening, look, choice);
    removeUnloaded();
  } catch (error) {
    // Show the error message that index.html contains, with a button in the consumer's language. If the button's text cannot be
    // loaded, the message appears without the button.
    showUnloaded(choice).catch(() => undefined);
    throw error;
  }
}
