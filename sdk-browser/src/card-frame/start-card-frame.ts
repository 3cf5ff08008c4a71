import type { CardInput, CheckoutOrder } from '@kassa/contracts';
import { adoptStyle } from '../adopt-style.ts';
import { CheckoutApi } from '../checkout-api.ts';
import { ServiceError } from '../checkout-errors.ts';
import { type CardForm, type CardFormOptions, drawCardForm } from '../renderers/card-form.ts';
import { leadThroughFields } from '../renderers/lead-through-fields.ts';
import { ServiceConnection } from '../service-connection.ts';
import { applyLook, applyRules, safeVariables, textsOf } from './card-frame-look.ts';
import type {
  CardFrameAnswers,
  CardFrameHello,
  CardFrameOrder,
  CardFrameQuestion,
  CardFrameUpdate,
  OpenCardFrame,
} from './card-frame-messages.ts';
import { pagesOf, separateFields } from './separate-fields.ts';

const frameStyle = 'html { background: none } body { margin: 0; padding: 4px }';
const openSource: OpenCardFrame['source'] = 'kassa-card-page';

/**
 * Starts the page with the card fields. The gateway serves this page, and the SDK shows it in a frame of a merchant's page. The
 * fields appear only if the session that the merchant's page sends belongs to the order whose ID is in the frame's address, and
 * if the order's merchant allows the origin of the merchant's page.
 *
 * If the page shows each field in a separate frame, this function runs in each of these frames. Only the frame with the card
 * number gets the session; it fills the other frames (separate-fields.ts).
 */
export function startCardFrame(): void {
  if (window.parent === window) return;
  const listening = new AbortController();
  addEventListener(
    'message',
    ({ data, origin, source, ports: [port] }: MessageEvent<OpenCardFrame | null>) => {
      if (source !== window.parent || data?.source !== openSource || !port) return;
      listening.abort();
      const tell = (update: CardFrameUpdate) => port.postMessage(update);
      openFrame(data, origin, port, tell).catch(({ message }: Error) =>
        tell({ type: 'failed', why: message }),
      );
    },
    listening,
  );
  // The frame cannot know yet which page surrounds it, so it sends this message to every origin. The message contains nothing
  // secret.
  window.parent.postMessage({ source: 'kassa-card-frame' } satisfies CardFrameHello, '*');
}

async function openFrame(
  opening: OpenCardFrame,
  origin: string,
  port: MessagePort,
  tell: (update: CardFrameUpdate) => void,
): Promise<void> {
  const orderId = /\/checkout\/([^/]+)\/fields$/.exec(location.pathname)?.[1] ?? '';
  const never = new AbortController().signal;
  const connection = new ServiceConnection(location.origin, String(opening.session), never);
  const api = new CheckoutApi(connection, orderId, undefined);
  requireAllowed(await api.order(), origin);

  applyLook(opening.look);
  adoptStyle(frameStyle);
  const texts = textsOf(opening.texts);
  const { group = '' } = opening;
  const isSeparate = group !== '';
  const element = document.createElement('form');
  element.noValidate = true;
  const options: CardFormOptions = {
    cardBrands: opening.cardBrands,
    texts,
    variables: safeVariables(opening.look),
    emit: (name, detail) => tell({ type: 'event', name, detail }),
    pages: isSeparate ? pagesOf(group) : undefined,
  };
  const form = drawCardForm(element, options);
  leadThroughFields(element, form.fields);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    tell({ type: 'enter' });
  });
  document.body.append(element);
  applyRules(opening.look);
  new ResizeObserver(() => tell({ type: 'height', height: document.body.offsetHeight })).observe(
    document.body,
  );
  if (isSeparate) separateFields(form, group, tell);

  const desk = new CardDesk(form, api);
  port.onmessage = ({ data, ports: [answers] }: MessageEvent<CardFrameQuestion | CardFrameOrder>) => {
    if (data.type === 'check') answers?.postMessage(desk.check());
    if (data.type === 'submit') void desk.submit(data.payment).then((answer) => answers?.postMessage(answer));
    if (data.type === 'release') desk.release();
    if (data.type === 'clear') desk.clear();
    if (data.type === 'accept') {
      options.cardBrands = data.cardBrands;
      const [number] = form.fields;
      if (number.mistake) number.check();
      form.report();
    }
    if (data.type === 'refused') {
      const [, expiry, securityCode] = form.fields;
      if (data.field === 'expiry') expiry.show(texts.expiryPast);
      else securityCode.show(texts.securityCodeWrong);
      form.report();
    }
  };
  // Clear the card data when the document is left, because the browser may keep the document in memory.
  addEventListener('pagehide', () => desk.clear());
  // Report the state of the fields to the page. If the browser has loaded the frame again, the fields are empty, but the page
  // still has their earlier state.
  form.report();
  tell({ type: 'ready' });
}

function requireAllowed({ allowed_origins: allowed }: CheckoutOrder, origin: string): void {
  if (!allowed.includes(origin)) throw new Error(`${origin} is not an allowed origin`);
}

/**
 * Keeps the entered card in memory after the fields were checked, until the payment is submitted and the card is sent to the
 * gateway.
 */
class CardDesk {
  readonly #form: CardForm;
  readonly #api: CheckoutApi;
  #checked: CardInput | null = null;

  constructor(form: CardForm, api: CheckoutApi) {
    this.#form = form;
    this.#api = api;
  }

  check(): CardFrameAnswers['check'] {
    this.#checked = this.#form.read();
    if (this.#checked) this.#form.setReadOnly(true);
    const field = this.#form.fields.find(({ mistake }) => mistake)?.options.name;
    return { isValid: this.#checked !== null, ...(field && { field }) };
  }

  async submit(
    payment: Omit<Parameters<CheckoutApi['submit']>[0], 'card'>,
  ): Promise<CardFrameAnswers['submit']> {
    const card = this.#checked;
    this.#checked = null;
    if (!card) return { lost: 'The card was not checked.' };
    // Take only these members from the page's message. The page must not be able to add others, such as the ID of another
    // order.
    const { transactionId, terminal, deviceId } = payment;
    const named = { transactionId, terminal, deviceId } as typeof payment;
    try {
      return { result: await this.#api.submit({ ...named, card }) };
    } catch (error) {
      if (error instanceof ServiceError) return refusalOf(error);
      return { lost: error instanceof Error ? error.message : 'Service unreachable.' };
    }
  }

  release(): void {
    this.#checked = null;
    this.#form.setReadOnly(false);
  }

  clear(): void {
    this.#checked = null;
    this.#form.clear();
  }
}

function refusalOf({
  code,
  message,
  retryable,
  requestId,
  retryAfterMs,
}: ServiceError): CardFrameAnswers['submit'] {
  const detail = message.slice(`${code}: `.length);
  return { refusal: { msg: code, error: { detail, retryable, request_id: requestId } }, retryAfterMs };
}
