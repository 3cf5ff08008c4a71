import type { FrameSettings, FrameStart, FromFrame, Outcome, ToFrame } from '../protocol.ts';
import { CardForm, part } from './card-form.ts';
import { ClientApi } from './client-api.ts';
import { type Language, languageOf } from './languages.ts';
import { type ChallengeDisplay, pay } from './pay.ts';
import { applyTheme } from './theme.ts';

/**
 * The frame in which the payer types a card, and which sends the card to the processor. The shop's page around the frame gets
 * only the payment's result.
 */
class CardFrame {
  readonly #port: MessagePort;
  readonly #api: ClientApi;
  readonly #form: CardForm;
  #settings: FrameSettings;
  #language: Language;
  #confirming: Promise<Outcome> | null = null;
  #isPaid = false;
  #challengeFinished: () => void = () => {};

  constructor({ publicKey, credential, settings }: FrameStart, port: MessagePort) {
    this.#port = port;
    this.#api = new ClientApi(publicKey, credential);
    this.#settings = settings;
    this.#language = languageOf(settings.locale);
    this.#form = new CardForm(this.#language.texts, () => this.#tellChange());
    this.#applySettings(settings);
    port.onmessage = ({ data }: MessageEvent<ToFrame>) => this.#hear(data);
    // Report the content of the fields immediately, because the browser may have filled them in before this script ran.
    if (!this.#form.isEmpty) this.#tellChange();
    this.#watch();
    document.documentElement.dataset.started = '';
    void this.#open();
  }

  /**
   * Reads the payment once, to find out whether its credential is valid. So an invalid credential is reported before anybody
   * types a card.
   */
  async #open(): Promise<void> {
    const { kind } = await this.#api.read();
    const { texts } = this.#language;
    if (kind === 'answered') this.#tell({ type: 'ready', title: texts.title });
    else {
      const message = kind === 'unreachable' ? texts.unreachable : texts.refused;
      const problem = { kind: kind === 'unreachable' ? kind : 'refused', message } as const;
      this.#tell({ type: 'load_failed', problem });
    }
  }

  #hear(message: ToFrame): void {
    switch (message.type) {
      case 'settings':
        this.#settings = { ...this.#settings, ...message.settings };
        this.#applySettings(message.settings);
        break;
      case 'focus':
        this.#form.focus();
        break;
      case 'blur':
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        break;
      case 'clear':
        this.#form.clear();
        this.#tellChange();
        break;
      case 'challenge_finished':
        this.#challengeFinished();
        break;
      case 'validate': {
        const check = this.#form.check();
        this.#answer(message.call, check.kind === 'valid' ? { kind: 'valid' } : check);
        break;
      }
      case 'confirm':
        void this.#confirm().then((outcome) => this.#answer(message.call, outcome));
        break;
    }
  }

  /**
   * Pays with the typed card. While a payment is running, another call gets the result of that payment, so the card is sent
   * only once.
   */
  #confirm(): Promise<Outcome> {
    this.#confirming ??= this.#pay().finally(() => {
      this.#confirming = null;
      this.#lock();
    });
    this.#lock();
    return this.#confirming;
  }

  async #pay(): Promise<Outcome> {
    const check = this.#form.check();
    if (check.kind === 'invalid') return check;
    const paid = await pay(this.#api, { card: check.card }, this.#challenge());
    switch (paid.kind) {
      case 'payment':
        this.#isPaid = true;
        return paid;
      case 'unreachable':
      case 'refused':
        return { kind: paid.kind, message: this.#language.texts[paid.kind] };
    }
  }

  #challenge(): ChallengeDisplay {
    const { code, direction, texts } = this.#language;
    return {
      show: (url) => {
        const { challengeTitle: title, challengeLeave: leave } = texts;
        this.#tell({ type: 'challenge', url, title, leave, language: code, direction });
      },
      finished: () =>
        new Promise((resolve) => {
          this.#challengeFinished = resolve;
        }),
      end: () => this.#tell({ type: 'challenge_over' }),
    };
  }

  #applySettings(changed: Partial<FrameSettings>): void {
    applyTheme(this.#settings);
    if (changed.locale !== undefined) this.#speak(languageOf(changed.locale));
    this.#lock();
  }

  #speak(language: Language): void {
    this.#language = language;
    const { documentElement } = document;
    documentElement.lang = language.code;
    documentElement.dir = language.direction;
    document.title = language.texts.title;
    this.#form.show(language.texts);
  }

  /** Makes the card fields read-only while a payment is running, and after it has a result. */
  #lock(): void {
    this.#form.readOnly = this.#settings.readOnly || this.#confirming !== null || this.#isPaid;
    part('card').setAttribute('aria-busy', String(this.#confirming !== null));
  }

  #watch(): void {
    const form = part('card');
    new ResizeObserver(() => {
      this.#tell({ type: 'height', px: Math.ceil(form.getBoundingClientRect().height) });
    }).observe(form);
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.#tell({ type: 'enter' });
      if (key === 'Escape') this.#tell({ type: 'escape' });
    });
    addEventListener('focus', () => this.#tell({ type: 'focus' }));
    addEventListener('blur', () => this.#tell({ type: 'blur' }));
  }

  #tellChange(): void {
    this.#tell({ type: 'change', complete: this.#form.isComplete, empty: this.#form.isEmpty });
  }

  #answer(call: number, outcome: Outcome): void {
    this.#tell({ type: 'answer', call, outcome });
  }

  #tell(message: FromFrame): void {
    this.#port.postMessage(message);
  }
}

const nonce = location.hash.slice(1);

/**
 * Waits for the start message. It must contain the nonce of this frame, which only the page that created the frame knows. Later
 * start messages are ignored.
 */
function hearStart({ source, data, ports: [port] }: MessageEvent<FrameStart | null>): void {
  if (source !== parent || parent === window || port === undefined) return;
  if (nonce === '' || data?.type !== 'sandbox:start' || data.nonce !== nonce) return;
  removeEventListener('message', hearStart);
  new CardFrame(data, port);
}
addEventListener('message', hearStart);
