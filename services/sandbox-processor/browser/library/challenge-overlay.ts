import { type Challenge, type ColorScheme, challengeFinished } from '../protocol.ts';

const grounds = {
  light: 'background:#fff;color:#172033',
  dark: 'background:#1a2030;color:#eef1f8',
} as const;

/**
 * The overlay that shows the bank's 3-D Secure page over the shop's page. It closes when the payer has finished on the bank's
 * page, or when the payment has ended. Escape does not close it, because a payer could lose a running payment by mistake. A
 * link opens the bank's page in the whole window instead.
 */
export class ChallengeOverlay {
  readonly #origin: string;
  readonly #onFinished: () => void;
  #dialog: HTMLDialogElement | null = null;
  #window: Window | null = null;

  constructor(origin: string, onFinished: () => void) {
    this.#origin = origin;
    this.#onFinished = onFinished;
  }

  open(challenge: Challenge, scheme: ColorScheme): void {
    this.close();
    // Ask for the bank's page in the language of the card form, even if the browser prefers another language.
    const page = new URL(challenge.url);
    page.searchParams.set('locale', challenge.language);
    const framed = new URL(page);
    framed.searchParams.set('display', 'overlay');
    framed.searchParams.set('origin', location.origin);
    const frame = element('iframe', 'flex:1;width:100%;border:0');
    frame.src = framed.href;
    frame.title = challenge.title;
    const link = element('a', 'color:inherit;padding:.5rem 0');
    link.href = page.href;
    // Open the link in the whole window, because the shop's page may itself be in a frame.
    link.target = '_top';
    link.textContent = challenge.leave;
    const head = element(
      'div',
      'display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 1rem;padding:.5rem 1rem;font:.875rem/1.4 system-ui,sans-serif',
    );
    const title = element('strong', '');
    title.textContent = challenge.title;
    head.append(title, link);
    const panel = element(
      'div',
      `display:flex;flex-direction:column;width:min(30rem,100%);height:min(44rem,100%);margin:auto;border-radius:.75rem;overflow:hidden;color-scheme:${scheme};${grounds[scheme]}`,
    );
    panel.append(head, frame);
    const dialog = element(
      'dialog',
      'display:flex;box-sizing:border-box;position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;border:0;padding:1rem;background:rgb(8 12 24/60%)',
    );
    dialog.setAttribute('aria-label', challenge.title);
    dialog.lang = challenge.language;
    dialog.dir = challenge.direction;
    dialog.append(panel);
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    // After a second Escape, browsers close a dialog whatever the page does. In that case, open it again.
    dialog.addEventListener('close', () => {
      if (this.#dialog === dialog) dialog.showModal();
    });
    frame.addEventListener('load', () => frame.focus(), { once: true });

    document.body.append(dialog);
    this.#dialog = dialog;
    this.#window = frame.contentWindow;
    addEventListener('message', this.#hear);
    dialog.showModal();
  }

  close(): void {
    const dialog = this.#dialog;
    this.#dialog = null;
    removeEventListener('message', this.#hear);
    // Close the dialog before removing it, because closing returns the focus to the element that had it before.
    dialog?.close();
    dialog?.remove();
  }

  readonly #hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (source !== this.#window || origin !== this.#origin || data !== challengeFinished) return;
    this.close();
    this.#onFinished();
  };
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  style: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  // Set the style by script, because a content security policy may forbid inline styles.
  made.style.cssText = style;
  return made;
}
