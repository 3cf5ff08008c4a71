import { adoptStyle } from '../adopt-style.ts';
import type { CheckoutProgress } from '../checkout-progress.ts';
import { type ChallengeTexts, englishChallengeTexts } from './challenge-texts.ts';

export interface ChallengeRequest {
  /** The bank's page. */
  readonly url: string;
  /** Origin of the service: the page that the bank's leads to lies there. */
  readonly baseUrl: string;
  readonly texts: Partial<ChallengeTexts>;
  readonly progress: CheckoutProgress;
  readonly leave: (url: string) => boolean;
  readonly signal: AbortSignal;
}

/** By this name the page that the bank's leads to knows that it is in a frame of this SDK. */
const frameName = 'kassa-challenge';
/** What that page then tells the page around it. */
const returned = 'kassa:returned';

const css = `@layer kassa {
.kassa-challenge { width: min(500px, 100%); height: min(680px, 100%); max-width: none; max-height: none; box-sizing: border-box;
 margin: auto; padding: 0; border: 0; border-radius: 12px; overflow: hidden; background: #fff; color: #1a1f36 }
.kassa-challenge[open] { display: flex; flex-direction: column }
.kassa-challenge::backdrop { background: rgb(10 15 30 / .6) }
.kassa-challenge-bar { display: flex; gap: 12px; align-items: center; justify-content: space-between; padding: 4px 4px 4px 16px; font-size: .875rem }
[dir=rtl] .kassa-challenge-bar { padding: 4px 16px 4px 4px }
.kassa-challenge-bar a { color: inherit; padding-block: 10px }
.kassa-challenge-bar button { font: inherit; font-size: 1.25rem; line-height: 1; min-width: 44px; min-height: 44px; border: 0; background: none; color: inherit; cursor: pointer }
.kassa-challenge iframe { flex: 1; width: 100%; border: 0 }
@media (max-width: 540px) { .kassa-challenge { width: 100%; height: 100%; border-radius: 0 } }
}`;

/**
 * Shows the bank's page in a frame over this one, until it has led on to the service's page or the payment
 * has ended. Whoever closes it loses nothing: the payment waits, and `checkout.pendingUrl` leads there.
 */
export function showChallenge({ url, baseUrl, texts, progress, leave, signal }: ChallengeRequest): void {
  if (signal.aborted || progress.snapshot.phase !== 'processing') return;
  const words = { ...englishChallengeTexts, ...texts };
  adoptStyle(css);

  const dialog = document.createElement('dialog');
  dialog.className = 'kassa-challenge';
  dialog.ariaLabel = words.challengeTitle;
  const onPage = document.createElement('a');
  onPage.href = url;
  onPage.textContent = words.challengeOnPage;
  const close = document.createElement('button');
  close.type = 'button';
  close.ariaLabel = words.challengeClose;
  close.textContent = '×';
  const bar = document.createElement('div');
  bar.className = 'kassa-challenge-bar';
  bar.append(onPage, close);
  const frame = document.createElement('iframe');
  frame.name = frameName;
  frame.title = words.challengeTitle;
  frame.allow = 'payment *; publickey-credentials-get *';
  frame.src = url;
  dialog.append(bar, frame);
  document.body.append(dialog);

  const open = new AbortController();
  const listening = { signal: open.signal };
  const shut = () => {
    open.abort();
    // Closed first: that gives the focus back to where it was.
    dialog.close();
    dialog.remove();
  };
  onPage.addEventListener('click', (event) => {
    event.preventDefault();
    // Where the page around this one forbids it, the consumer stays here with what is in the frame.
    if (leave(url)) progress.redirecting();
  });
  close.addEventListener('click', shut);
  dialog.addEventListener('close', shut, listening);
  addEventListener(
    'message',
    ({ data, source, origin }) => {
      if (data === returned && source === frame.contentWindow && origin === new URL(baseUrl).origin) shut();
    },
    listening,
  );
  signal.addEventListener('abort', shut, listening);
  void progress.leaves('processing').then(() => open.signal.aborted || shut());

  dialog.showModal();
  frame.focus();
}
