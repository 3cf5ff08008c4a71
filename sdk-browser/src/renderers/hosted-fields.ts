import { abortable } from '../abortable.ts';
import type {
  CardFrameAnswers,
  CardFrameHello,
  CardFrameLook,
  CardFrameOrder,
  CardFrameQuestion,
  CardFrameUpdate,
  CardFrameWords,
  OpenCardFrame,
} from '../card-frame/card-frame-messages.ts';
import { ConnectionError, OriginNotAllowedError, ServiceError } from '../checkout-errors.ts';
import { awaitLibrary } from '../libraries/await-library.ts';
import type { CardFieldName } from '../payment-events.ts';
import type { Renderer, RendererContext } from './renderer.ts';

const helloSource: CardFrameHello['source'] = 'kassa-card-frame';
const tallestPx = 2_000;
/**
 * How long to wait for the frame's answer, in milliseconds. A submit gets more time, because the frame repeats its call if the
 * gateway does not answer.
 */
const patienceMs = { check: 10_000, submit: 200_000 };
/** The frame is larger than the fields on each side, so that the outline of the focused field is not cut off. */
const marginPx = 4;

/** The titles of the frames, for screen readers, if each field has a separate frame and the page sets no texts. */
const englishTitles = { number: 'Card number', expiry: 'Expiry date', 'security-code': 'Security code' };

/**
 * Renders the card form in one frame of the gateway's origin, or each field of the form in a separate frame. The frame submits
 * the card itself, so neither this page nor any script in it can read what is typed. This page learns only the events that are
 * listed in `PaymentEvents`.
 */
export async function createRenderer(context: RendererContext): Promise<Renderer> {
  const { form, submission, signal, emit } = context;
  requireAllowedOrigin(context.order.allowed_origins);
  const frame = new CardFrame(context);
  frame.show(form);
  const fields = awaitLibrary('The card fields', (come, fail) => {
    frame.onUpdate = (update) => {
      if (update.type === 'ready') come();
      if (update.type === 'failed') fail(`did not load: ${update.why}`);
      if (update.type === 'enter') form.requestSubmit();
      if (update.type === 'event') emit(update.name, update.detail);
    };
  });
  await abortable(fields, signal).catch((error: unknown) => {
    frame.remove();
    throw error;
  });

  return {
    async pay() {
      const { isValid, field } = await frame.ask({ type: 'check' });
      if (!isValid) {
        frame.focus(field);
        return { status: 'invalid' };
      }
      return submission
        .payByService('OWN_FORM', async (payment) => {
          const answer = await frame.ask({ type: 'submit', payment });
          if ('result' in answer) return answer.result;
          if ('refusal' in answer) throw new ServiceError(answer.refusal, answer.retryAfterMs);
          throw new ConnectionError(answer.lost);
        })
        .finally(() => frame.tell({ type: 'release' }));
    },
    clear: () => frame.tell({ type: 'clear' }),
    declined: (field) => frame.tell({ type: 'refused', field }),
    accept: (cardBrands) => frame.tell({ type: 'accept', cardBrands }),
    remove: () => frame.remove(),
  };
}

/** The frames, and the connection to the gateway's page in the first of them, which manages the fields in all frames. */
class CardFrame {
  onUpdate: (update: CardFrameUpdate) => void = () => undefined;
  readonly #context: RendererContext;
  readonly #address: URL;
  /** A name for the frames of this form. Another form of the same order may still be in the page. */
  readonly #group = Math.random().toString(36).slice(2);
  /** The frames by the field that they show. If there is only one frame, that frame shows all fields. */
  readonly #frames: ReadonlyMap<CardFieldName, HTMLIFrameElement>;
  readonly #first = document.createElement('iframe');
  /** The frames in which the gateway's page has loaded. */
  readonly #loaded = new Set<HTMLIFrameElement>();
  readonly #listening = new AbortController();
  readonly #unanswered = new Set<(lost: ConnectionError) => void>();
  #port: MessagePort | null = null;

  constructor(context: RendererContext) {
    const { baseUrl, order, texts, fields } = context;
    this.#context = context;
    this.#address = new URL(`/checkout/${order.order_id}/fields`, baseUrl);
    const names = fields ? (['number', 'expiry', 'security-code'] as const) : (['number'] as const);
    this.#frames = new Map(
      names.map((name) => [name, name === 'number' ? this.#first : document.createElement('iframe')]),
    );
    const labels = { ...texts, 'security-code': texts.securityCode };
    for (const [name, element] of this.#frames) {
      element.title = fields ? (labels[name] ?? englishTitles[name]) : (texts.cardFields ?? 'Card details');
      element.src = this.#address.href + (name === 'number' ? '' : `#${name}.${this.#group}`);
      Object.assign(element.style, {
        display: 'block',
        width: `calc(100% + ${2 * marginPx}px)`,
        height: '0',
        margin: `-${marginPx}px`,
        border: '0',
        // The frame must have the same colour scheme as the document in it. Otherwise browsers draw an opaque background behind
        // the fields.
        colorScheme: schemeOf(context.form),
      });
    }
    addEventListener('message', (event) => this.#greet(event), this.#listening);
  }

  show(form: Element): void {
    const { fields } = this.#context;
    for (const [name, element] of this.#frames) (fields?.[name] ?? form).append(element);
  }

  /**
   * Moves the focus to the frame with this field. The frame itself has moved the focus to its first invalid field, but in some
   * browsers this works only if this page also moves the focus to the frame.
   */
  focus(field: CardFieldName = 'number'): void {
    const element = this.#frames.get(field) ?? this.#first;
    if (document.activeElement !== element) element.focus();
  }

  ask<Question extends CardFrameQuestion>(question: Question): Promise<CardFrameAnswers[Question['type']]> {
    return new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      this.#unanswered.add(reject);
      const lose = () => reject(new ConnectionError('The card fields do not answer.'));
      const timer = setTimeout(lose, patienceMs[question.type]);
      port1.onmessage = ({ data }) => {
        clearTimeout(timer);
        this.#unanswered.delete(reject);
        port1.close();
        resolve(data);
      };
      this.#port?.postMessage(question, [port2]);
    });
  }

  tell(order: CardFrameOrder): void {
    this.#port?.postMessage(order);
  }

  remove(): void {
    this.#listening.abort();
    this.#disconnect();
    for (const element of this.#frames.values()) element.remove();
  }

  /**
   * Handles a frame's first message, and opens the connection when all frames have sent theirs. If the browser loads a frame
   * again, the frame's field is lost, and the frame sends another first message. The first frame is then loaded again too, so
   * that the connection opens anew with all fields.
   */
  #greet({ data, origin, source }: MessageEvent<CardFrameHello | null>): void {
    const element = [...this.#frames.values()].find(({ contentWindow }) => contentWindow === source);
    if (!element || origin !== this.#address.origin || data?.source !== helloSource) return;
    if (this.#port && element !== this.#first) {
      this.#loaded.delete(this.#first);
      this.#first.src = this.#address.href;
    }
    this.#loaded.add(element);
    if (this.#loaded.size === this.#frames.size) this.#open();
  }

  #open(): void {
    this.#disconnect();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<CardFrameUpdate>) => {
      if (data.type === 'height' && data.height <= tallestPx) {
        const element = this.#frames.get(data.field ?? 'number');
        if (element) element.style.height = `${data.height}px`;
      }
      this.onUpdate(data);
    };
    const group = this.#frames.size > 1 ? { group: this.#group } : {};
    const opening = { ...openingOf(this.#context), ...group };
    this.#first.contentWindow?.postMessage(opening, this.#address.origin, [port2]);
  }

  #disconnect(): void {
    this.#port?.close();
    this.#port = null;
    for (const lose of this.#unanswered) lose(new ConnectionError('The card fields are gone.'));
    this.#unanswered.clear();
  }
}

/**
 * Throws if this page is not at one of the merchant's allowed origins: the browser would leave the gateway's frame empty
 * without an error. If this page is itself in a frame, the pages around it are checked too, in browsers that reveal their
 * origins.
 */
function requireAllowedOrigin(allowed: readonly string[]): void {
  const around = [location.origin, ...Array.from(location.ancestorOrigins ?? [])];
  const missing = around.find((origin) => !allowed.includes(origin));
  if (missing) throw new OriginNotAllowedError(`${missing} is not an allowed origin.`);
}

function openingOf(context: RendererContext): OpenCardFrame {
  const { attempt, submission } = context;
  return {
    source: 'kassa-card-page',
    session: submission.parts.api.connection.session,
    cardBrands: attempt.cardBrands,
    texts: wordsOf(context),
    look: lookOf(context),
  };
}

function wordsOf({ texts }: RendererContext): Partial<CardFrameWords> {
  const { brandNotAccepted, securityCodeIncomplete, ...words } = texts;
  return {
    ...words,
    ...(brandNotAccepted && { brandNotAccepted: brandNotAccepted('{brand}') }),
    ...(securityCodeIncomplete && {
      securityCodeIncomplete3: securityCodeIncomplete(3),
      securityCodeIncomplete4: securityCodeIncomplete(4),
    }),
  };
}

/**
 * How the card fields in the frame look. For everything that `appearance` does not set, the frame copies the style of the
 * page's own text around it.
 */
function lookOf({ form, appearance, locale }: RendererContext): CardFrameLook {
  const { color, direction, fontFamily, fontSize } = getComputedStyle(form);
  return {
    locale,
    direction,
    colorScheme: schemeOf(form),
    colorLabel: color,
    variables: { fontFamily, fontSizeBase: fontSize, ...appearance.variables },
    ...(appearance.rules && { rules: appearance.rules }),
  };
}

function schemeOf(element: Element): 'light' | 'dark' {
  const { colorScheme } = getComputedStyle(element);
  const isDark = colorScheme.includes('light') ? matchMedia('(prefers-color-scheme: dark)').matches : true;
  return colorScheme.includes('dark') && isDark ? 'dark' : 'light';
}
