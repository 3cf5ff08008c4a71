import type { CheckoutOrder, InitCheckoutResult } from '@kassa/contracts';
import { abortable, abortedBy } from './abortable.ts';
import type { ChallengeRequest } from './challenge/show-challenge.ts';
import { SupersededError } from './checkout-errors.ts';
import { EventEmitter } from './event-emitter.ts';
import { navigateTop } from './leave-page.ts';
import type { MountOptions } from './mount-options.ts';
import { Payment } from './payment.ts';
import type { PaymentEvents } from './payment-events.ts';
import { loadRenderer } from './renderers/load-renderer.ts';
import { Submission, type SubmissionParts } from './submission.ts';

/** The parts of a checkout that showing and submitting payments needs. */
export interface MountParts
  extends Pick<SubmissionParts, 'api' | 'attempts' | 'progress' | 'watch' | 'visit'> {
  readonly order: CheckoutOrder;
  readonly baseUrl: string;
  readonly locale: string | undefined;
  /** A signal that aborts when the checkout is closed. */
  readonly closing: AbortSignal;
}

interface Drawing {
  readonly methodCode: string;
  readonly attempt: InitCheckoutResult;
  readonly element: Element;
  readonly options: MountOptions;
  /** Aborts when the payment is removed from the page. */
  readonly life: AbortController;
}

/** `describing` is the gateway's description of the payment method, or of the opened attempt. */
type Mounting = Omit<Drawing, 'attempt'> & { readonly describing: Promise<InitCheckoutResult> };

/**
 * Shows a payment method's form in an element of the page. If the list of methods already says that the method has the card
 * form, the form can be drawn before the gateway has opened the attempt; its submit then waits for the attempt. Card fields in
 * the gateway's frame are always drawn early, because the frame takes time to load. A card form in this page is drawn early
 * only if the page has set `onDrawn`.
 */
export async function mountPayment(
  parts: MountParts,
  { describing, ...mounting }: Mounting,
): Promise<Payment> {
  const { life, options } = mounting;
  const listed = parts.api.listed.find(({ code }) => code === mounting.methodCode);
  if (listed?.paymentRenderType === 'OWN_FORM' && (options.onDrawn || isHosted(parts, options))) {
    const { paymentRenderType, supported_card_brands: cardBrands = [] } = listed;
    const expected = { channelType: '', cardBrands, extension: { paymentRenderType } } as InitCheckoutResult;
    const early = abortedBy(life.signal);
    let fits = false;
    try {
      const drawing = draw(parts, { ...mounting, attempt: expected, life: early });
      const [payment, attempt] = await abortable(Promise.all([drawing, describing]), early.signal);
      const isSameForm = attempt.extension.paymentRenderType === paymentRenderType;
      fits =
        isSameForm && (`${attempt.cardBrands}` === `${cardBrands}` || payment.accept(attempt.cardBrands));
      if (fits) {
        Object.assign(expected, attempt);
        return payment;
      }
    } finally {
      // Keep what the consumer has typed, for the form that is shown next.
      if (!fits) early.abort(new SupersededError('Mounted again.'));
    }
  }
  const attempt = await abortable(describing, life.signal);
  return draw(parts, { ...mounting, attempt });
}

async function draw(
  parts: MountParts,
  { methodCode, attempt, element, options, life }: Drawing,
): Promise<Payment> {
  const form = document.createElement('form');
  form.className = 'kassa-payment';
  form.noValidate = true;
  const submission = submissionOf(parts, methodCode, options, life.signal);
  const renderType = attempt.extension.paymentRenderType;
  const emitter = new EventEmitter<PaymentEvents>();
  emitter.emit('change', { complete: renderType !== 'OWN_FORM', brand: null, error: null });
  // Put the form into the page first, because a processor's form renders only inside a page.
  element.append(form);
  const drawing = loadRenderer(renderType, isHosted(parts, options)).then((create) =>
    create({
      ...parts,
      form,
      attempt,
      submission,
      emit: (name, detail) => emitter.emit(name, detail),
      texts: options.texts ?? {},
      fields: options.fields,
      appearance: options.appearance ?? {},
      locale: localeOf(parts, options),
      signal: life.signal,
    }),
  );
  const renderer = await abortable(drawing, life.signal).catch((error: unknown) => {
    form.remove();
    throw error;
  });
  emitter.emit('ready', undefined);
  const payment = new Payment({ attempt, form, renderer, submission, life, emitter });
  submitWithEnter(form, payment, options);
  options.onDrawn?.(payment);
  return payment;
}

/** Whether the gateway's frame shows the card form. */
function isHosted({ baseUrl }: MountParts, { ownForm }: MountOptions): boolean {
  return !ownForm && new URL(baseUrl).origin !== location.origin;
}

/** The language of the processor's forms: the one that the page asks for, or else the page's own. */
export function localeOf(parts: MountParts, options: Pick<MountOptions, 'locale'>): string {
  return options.locale ?? parts.locale ?? (document.documentElement.lang || navigator.language);
}

/** Returns the object that submits a payment method of the checkout. */
export function submissionOf(
  parts: MountParts,
  methodCode: string,
  { navigate = navigateTop, texts = {}, challenge }: Pick<MountOptions, 'navigate' | 'texts' | 'challenge'>,
  signal: AbortSignal,
): Submission {
  const leave = (url: string) => navigate(url) !== false;
  const request = { ...parts, texts, leave, signal: parts.closing };
  return new Submission({
    ...request,
    methodCode,
    signal,
    challenge: challenge === 'redirect' ? null : (url) => void challengeWith({ ...request, url }),
  });
}

/**
 * Shows the bank's 3-D Secure page in a frame. If the code for the frame cannot be loaded, the bank's page gets the whole window.
 */
async function challengeWith(request: ChallengeRequest): Promise<void> {
  try {
    const { showChallenge } = await import('./challenge/show-challenge.ts');
    showChallenge(request);
  } catch {
    if (request.progress.snapshot.phase === 'processing') request.leave(request.url);
  }
}

function submitWithEnter(form: HTMLFormElement, payment: Payment, { onEnter }: MountOptions): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (onEnter) onEnter();
    // When the consumer submits with Enter, no code waits for the result. So ignore an error here.
    else payment.submit().catch(() => undefined);
  });
}
