import { abortable } from '../abortable.ts';
import type {
  CardFrameAnswers,
  CardFrameHello,
  CardFrameLook,
  CardFrameNews,
  CardFrameOrder,
  CardFrameQuestion,
  CardFrameWords,
  OpenCardFrame,
} from '../card-frame/card-frame-messages.ts';
import { ConnectionError, OriginNotAllowedError, ServiceError } from '../checkout-errors.ts';
import { awaitLibrary } from '../libraries/await-library.ts';
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

/**
 * Renders the card form in a frame of the gateway's origin. The frame submits the card itself, so neither this page nor any
 * script in it can read what is typed. This page learns only the events that are listed in `PaymentEvents`.
 */
export async function createRenderer(context: RendererContext): Promise<Renderer> {
  const { form, submission, signal, emit } = context;
  requireAllowedOrigin(context.order.allowed_origins);
  const frame = new CardFrame(context);
  form.append(frame.element);
  const fields = awaitLibrary('The card fields', (come, fail) => {
    frame.onNews = (news) => {
      if (news.type === 'ready') come();
      if (news.type === 'failed') fail(`did not load: ${news.why}`);
      if (news.type === 'enter') form.requestSubmit();
      if (news.type === 'event') emit(news.name, news.detail);
    };
  });
  await abortable(fields, signal).catch((error: unknown) => {
    frame.remove();
    throw error;
  });

  return {
    async pay() {
      const { isValid } = await frame.ask({ type: 'check' });
      if (!isValid) {
        // The frame has moved the focus to its first wrong field. In some browsers, this works only if this page also moves the
        // focus to the frame.
        if (document.activeElement !== frame.element) frame.element.focus();
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
    remove: () => frame.remove(),
  };
}

/** The frame, and the connection to the gateway's page in it. */
class CardFrame {
  readonly element = document.createElement('iframe');
  onNews: (news: CardFrameNews) => void = () => undefined;
  readonly #listening = new AbortController();
  readonly #unanswered = new Set<(lost: ConnectionError) => void>();
  #port: MessagePort | null = null;

  constructor(context: RendererContext) {
    const { baseUrl, order, texts } = context;
    const address = new URL(`/checkout/${order.order_id}/fields`, baseUrl);
    const { element } = this;
    element.title = texts.cardFields ?? 'Card details';
    element.src = address.href;
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
    addEventListener(
      'message',
      ({ data, origin, source }: MessageEvent<CardFrameHello | null>) => {
        if (source !== element.contentWindow || origin !== address.origin) return;
        if (data?.source === helloSource) this.#open(openingOf(context), address.origin);
      },
      { signal: this.#listening.signal },
    );
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
    this.element.remove();
  }

  /**
   * Answers the frame's first message, and so opens the connection. If the browser loads the frame again, the fields are empty,
   * and the frame sends its first message once more.
   */
  #open(opening: OpenCardFrame, origin: string): void {
    this.#disconnect();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<CardFrameNews>) => {
      if (data.type === 'height' && data.height <= tallestPx) this.element.style.height = `${data.height}px`;
      this.onNews(data);
    };
    this.element.contentWindow?.postMessage(opening, origin, [port2]);
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
 * How the card fields in the frame look. What `appearance` does not set is taken from the style of the page's own text around
 * the frame.
 */
function lookOf({ form, appearance, locale }: RendererContext): CardFrameLook {
  const { color, direction, fontFamily, fontSize } = getComputedStyle(form);
  return {
    locale,
    direction,
    colorScheme: schemeOf(form),
    colorLabel: color,
    variables: { fontFamily, fontSizeBase: fontSize, ...appearance.variables },
  };
}

function schemeOf(element: Element): 'light' | 'dark' {
  const { colorScheme } = getComputedStyle(element);
  const isDark = colorScheme.includes('light') ? matchMedia('(prefers-color-scheme: dark)').matches : true;
  return colorScheme.includes('dark') && isDark ? 'dark' : 'light';
}
