import { ClientApi } from '../card-frame/client-api.ts';
import { languageOf } from '../card-frame/languages.ts';
import { pay } from '../card-frame/pay.ts';
import type { FromSheet, Outcome, SheetStart, ToSheet } from '../protocol.ts';

/**
 * The sheet of the wallet, in a frame over the shop's page. The payer chooses a card and approves. The shop's page then creates
 * the payment and sends its client secret, with which this frame confirms the payment. The shop's page never gets the wallet's
 * token.
 */
class WalletSheet {
  readonly #port: MessagePort;
  readonly #publicKey: string;
  readonly #texts;

  constructor({ publicKey, locale, scheme, amountMinor, currency }: SheetStart, port: MessagePort) {
    this.#port = port;
    this.#publicKey = publicKey;
    const { code, direction, texts } = languageOf(locale);
    this.#texts = texts;
    const { wallet } = texts;
    const root = document.documentElement;
    Object.assign(root, { lang: code, dir: direction });
    const amount = amountText(amountMinor, currency, locale === 'auto' ? code : locale);
    part('amount').textContent = amount;
    part('pay').textContent = wallet.pay.replace('{amount}', amount);
    for (const name of ['cancel', 'succeeds', 'declined', 'choose'] as const)
      part(name).textContent = wallet[name];
    Object.assign(root.dataset, { scheme, started: '' });
    port.onmessage = ({ data }: MessageEvent<ToSheet>) => void this.#confirm(data);
    part('cancel').addEventListener('click', () => this.#tell({ type: 'dismissed' }));
    part('sheet').addEventListener('submit', (event) => {
      event.preventDefault();
      this.#setBusy(true);
      this.#tell({ type: 'approved' });
    });
    addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#tell({ type: 'dismissed' });
    });
    new ResizeObserver(() => {
      this.#tell({ type: 'height', px: Math.ceil(part('sheet').getBoundingClientRect().height) });
    }).observe(part('sheet'));
    part('pay').focus();
  }

  async #confirm({ credential }: ToSheet): Promise<void> {
    const token = document.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
    const api = new ClientApi(this.#publicKey, credential);
    const paid = await pay(api, { wallet_token: token }, noChallenge);
    const outcome: Outcome =
      paid.kind === 'payment' ? paid : { kind: paid.kind, message: this.#texts[paid.kind] };
    this.#tell({ type: 'answer', outcome });
  }

  #setBusy(isBusy: boolean): void {
    part('sheet').setAttribute('aria-busy', String(isBusy));
    for (const control of document.querySelectorAll<HTMLInputElement>('input, #pay'))
      control.disabled = isBusy;
  }

  #tell(message: FromSheet): void {
    this.#port.postMessage(message);
  }
}

/** The wallet's cards ask for no 3-D Secure, because the payer has already proved with the device who they are. */
const noChallenge = { show: () => {}, finished: () => new Promise<void>(() => {}), end: () => {} };

function amountText(amountMinor: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return format.format(amountMinor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

const nonce = location.hash.slice(1);

/** Waits for the start message, which must contain the nonce of this frame. */
function hearStart({ source, data, ports: [port] }: MessageEvent<SheetStart | null>): void {
  if (source !== parent || parent === window || port === undefined) return;
  if (nonce === '' || data?.type !== 'sandbox:sheet' || data.nonce !== nonce) return;
  removeEventListener('message', hearStart);
  new WalletSheet(data, port);
}
addEventListener('message', hearStart);
