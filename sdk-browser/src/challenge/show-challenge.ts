import type { ChallengeClosed, ChallengeFrameName, ChallengeReturned } from '@kassa/contracts';
import type { CheckoutProgress } from '../checkout-progress.ts';
import type { ChallengeTexts } from './challenge-texts.ts';
import { englishChallengeTexts } from './english-challenge-texts.ts';

export interface ChallengeRequest {
  /** The bank's page. */
  readonly url: string;
  /** The gateway's origin. It hosts the page to which the consumer returns from the bank's page. */
  readonly baseUrl: string;
  readonly texts: Partial<ChallengeTexts>;
  readonly progress: CheckoutProgress;
  readonly leave: (url: string) => boolean;
  readonly signal: AbortSignal;
}

/** The name of the 3-D Secure frame. By this name, the gateway's return page recognises that it is shown in the frame. */
const frameName: ChallengeFrameName = 'kassa-challenge';
/** What the bank's page may use in the 3-D Secure frame. */
const framePermissions = 'payment *; publickey-credentials-get *';
/**
 * The message with which the gateway's return page, inside the 3-D Secure frame, tells this page that the consumer is back from
 * the bank.
 */
const returned: ChallengeReturned = 'kassa:returned';
const closed: ChallengeClosed = 'kassa-challenge-closed';

/**
 * The styles of the 3-D Secure dialog. The dialog is in a shadow root, so that the merchant's style rules do not apply to it: a
 * rule that hides all frames would leave the consumer stuck. It takes over only the page's font and its light or dark scheme.
 */
const css = `
:host { all: initial !important; font-family: inherit !important; color-scheme: inherit !important; display: contents !important }
dialog { width: min(500px, 100%); height: min(740px, 100%); max-width: none; max-height: none; box-sizing: border-box;
 margin: auto; padding: 0; border: 1px solid transparent; border-radius: 12px; overflow: hidden; background: Canvas; color: CanvasText }
dialog[open] { display: flex; flex-direction: column }
dialog::backdrop { background: #0009 }
div { display: flex; gap: 12px; align-items: center; justify-content: space-between; padding-block: 4px; padding-inline: 16px 4px }
h2 { margin: 0; font-size: 1em; font-weight: 600 }
a { padding: 12px 16px; font-size: .875em; color: inherit }
button { flex: none; font: inherit; font-size: 1.25em; line-height: 1; min-width: 44px; min-height: 44px; border: 0; background: none; color: inherit; cursor: pointer }
a:focus-visible, button:focus-visible { outline: 2px solid; outline-offset: -4px; border-radius: 10px }
iframe { flex: 1; min-height: 0; width: 100%; border: 0 }
@media (max-width: 540px) { dialog { width: 100%; height: 100%; border: 0; border-radius: 0 } }`;

/**
 * Shows the bank's 3-D Secure page in a frame over this page. The frame closes when the bank's page returns to the gateway, or
 * when the payment ends. If the consumer closes it, nothing is lost: the payment stays pending, and `checkout.pendingUrl` is
 * the bank's page.
 */
export function showChallenge({ url, baseUrl, texts, progress, leave, signal }: ChallengeRequest): void {
  if (signal.aborted || progress.snapshot.phase !== 'processing') return;
  const host = make('div', { className: 'kassa-challenge' });
  const root = host.attachShadow({ mode: 'open' });
  // Set the dialog's styles through the CSSOM, because a content security policy may forbid inline styles.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];

  const words = { ...englishChallengeTexts, ...texts };
  const title = words.challengeTitle;
  const close = make('button', { type: 'button', ariaLabel: words.challengeClose, textContent: '×' });
  // A `<header>` element here would be a landmark for screen readers, in addition to the page's own header. So use a `<div>`.
  const head = make('div');
  head.append(make('h2', { id: 'title', textContent: title }), close);
  const frame = make('iframe', { name: frameName, title, allow: framePermissions, src: url });
  const onPage = make('a', { href: url, textContent: words.challengeOnPage });
  const dialog = make('dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.append(head, frame, onPage);
  root.append(dialog);
  document.body.append(host);

  const open = new AbortController();
  const shut = () => {
    open.abort();
    stopFollowing();
    // Close the dialog before removing it. Closing returns the focus to the element that had it before.
    dialog.close();
    host.remove();
  };
  const closedByConsumer = () => {
    shut();
    document.dispatchEvent(new Event(closed));
  };
  onPage.addEventListener('click', (event) => {
    event.preventDefault();
    // Send the whole window to the bank's page. If this page is in a frame and the page around it forbids that, the consumer
    // continues in the dialog.
    if (leave(url)) progress.redirecting();
  });
  close.addEventListener('click', closedByConsumer);
  dialog.addEventListener('close', closedByConsumer, open);
  addEventListener(
    'message',
    ({ data, source, origin }) => {
      if (data === returned && source === frame.contentWindow && origin === new URL(baseUrl).origin) shut();
    },
    open,
  );
  signal.addEventListener('abort', shut, open);
  const stopFollowing = progress.follow(({ phase }) => phase === 'processing' || shut());

  dialog.showModal();
  // In a tall frame of the merchant's page, the consumer may have scrolled past the top, where the bank's page begins.
  if (window.parent !== window) document.body.scrollIntoView();
  frame.focus();
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties?: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties);
}
